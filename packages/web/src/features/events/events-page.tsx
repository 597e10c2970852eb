import { permissionsInGuild } from '@guildhall/client/questions'
import { Permission } from '@guildhall/protocol'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { messageOf } from '../../api/client.ts'
import { useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { EventCard } from './event-card.tsx'
import { EventDetails } from './event-details.tsx'
import { EventEditor } from './event-editor.tsx'
import { sortedEvents } from './event-form.ts'
import styles from './events.module.css'
import { useEvents } from './queries.ts'

/** The events of a guild, or one of them. */
export function EventsPage() {
  const { guildId, _splat: eventId = '' } = useParams({ from: '/shell/channels/$guildId/events/$' })
  const guild = useClientState(({ guilds }) => guilds.get(guildId)?.guild)
  useEffect(() => {
    document.title = 'Events – Guildhall'
  }, [])
  if (!guild) return <main className={styles.page} aria-busy="true" />
  return (
    <main className={styles.page}>
      <div className={styles.column}>
        <EventsOf guildId={guildId} eventId={eventId} />
      </div>
    </main>
  )
}

function EventsOf({ guildId, eventId }: { guildId: string; eventId: string }) {
  const { data, error, refetch } = useEvents(guildId)
  if (error) {
    return (
      <>
        <ErrorText>{messageOf(error)}</ErrorText>
        <div>
          <Button onClick={() => void refetch()}>{t('Try again')}</Button>
        </div>
      </>
    )
  }
  if (!data) return <p role="status">{t('Loading…')}</p>
  if (eventId === '') return <EventList guildId={guildId} events={sortedEvents(data)} />
  const event = data.find(({ id }) => id === eventId)
  if (event) return <EventDetails event={event} />
  return (
    <>
      <h2 className={styles.title}>{t('This event is not here')}</h2>
      <p>{t('It is over, was cancelled, or is in a channel that you cannot see.')}</p>
      <Link to="/channels/$guildId/events/$" params={{ guildId, _splat: '' }}>
        {t('All events')}
      </Link>
    </>
  )
}

function EventList({ guildId, events }: { guildId: string; events: ReturnType<typeof sortedEvents> }) {
  const [creating, setCreating] = useState(false)
  const mayCreate = useClientState((state) => (permissionsInGuild(state, guildId) & Permission.CREATE_EVENTS) !== 0n)
  return (
    <>
      <header className={styles.header}>
        <h2 className={styles.title}>{t('Events')}</h2>
        {mayCreate && (
          <Button look="primary" onClick={() => setCreating(true)}>
            {t('Create event')}
          </Button>
        )}
      </header>
      {events.length === 0 && (
        <p className={styles.muted}>
          {mayCreate
            ? t('Nothing is planned. Create an event, and members can say that they are interested.')
            : t('Nothing is planned. Look in again later.')}
        </p>
      )}
      <ul className={styles.list}>
        {events.map((event) => (
          <li key={event.id}>
            <EventCard event={event} />
          </li>
        ))}
      </ul>
      {creating && <EventEditor guildId={guildId} event={null} onClose={() => setCreating(false)} />}
    </>
  )
}
