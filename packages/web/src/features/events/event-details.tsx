import type { BodyOf } from '@guildhall/client'
import { displayName } from '@guildhall/client/questions'
import { type ScheduledEventObject, ScheduledEventStatus as Status } from '@guildhall/protocol'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Markdown } from '../../domain/markdown/markdown.tsx'
import { useClient, useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { fullTime } from '../../lib/time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { CopyField } from '../../ui/copy-field.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { ErrorText } from '../../ui/field.tsx'
import { useSave } from '../../ui/use-save.ts'
import { nextDate } from './dates.ts'
import { Cover, EventPlace, EventTime } from './event-card.tsx'
import { EventDates } from './event-dates.tsx'
import { EventEditor } from './event-editor.tsx'
import styles from './events.module.css'
import { InterestButton } from './interest-button.tsx'
import { useInterested } from './queries.ts'
import { useMayManage } from './use-may-manage.ts'

/** One event with its description, its people, and the buttons of those who manage it. */
export function EventDetails({ event }: { event: ScheduledEventObject }) {
  const creator = useClientState(({ users }) => event.creator ?? users.get(event.creator_id ?? ''))
  const params = { guildId: event.guild_id, _splat: '' }
  const { end } = nextDate(event)
  return (
    <>
      <Link to="/channels/$guildId/events/$" params={params}>
        {t('All events')}
      </Link>
      <article className={styles.details} aria-label={event.name}>
        {event.image && <Cover event={event} />}
        <h2 className={styles.title}>{event.name}</h2>
        <EventTime event={event} />
        {end && <p className={styles.muted}>{t('Until {time}', { time: fullTime(end) })}</p>}
        <EventPlace event={event} />
        {creator && <p className={styles.muted}>{t('By {name}', { name: displayName(creator) })}</p>}
        {event.description && <Markdown text={event.description} guildId={event.guild_id} />}
        <InterestButton event={event} />
        <ManagerButtons event={event} />
        <EventDates event={event} />
        <CopyField label={t('Link')} value={`${location.origin}/channels/${event.guild_id}/events/${event.id}`} />
        <Interested event={event} />
      </article>
    </>
  )
}

function Interested({ event }: { event: ScheduledEventObject }) {
  const { data: people } = useInterested(event)
  if (!people || people.length === 0) return null
  return (
    <section aria-label={t('Interested people')}>
      <h3 className={styles.heading}>{t('Interested people')}</h3>
      <ul className={styles.people}>
        {people.map(
          ({ user_id, user, member }) =>
            user && (
              <li key={user_id} className={styles.person}>
                <Avatar user={user} size={24} />
                {displayName(user, member)}
              </li>
            ),
        )}
      </ul>
    </section>
  )
}

function ManagerButtons({ event }: { event: ScheduledEventObject }) {
  const client = useClient()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const saving = useSave()
  const [open, setOpen] = useState<'edit' | 'cancel' | 'end' | null>(null)
  const mayManage = useMayManage(event)
  if (!mayManage) return null
  const live = event.status === Status.ACTIVE
  const close = () => setOpen(null)
  const setStatus = (status: Required<BodyOf<'update_guild_scheduled_event'>>['status']) =>
    void saving.run(async () => {
      await client.api.call('update_guild_scheduled_event', {
        params: { guild_id: event.guild_id, guild_scheduled_event_id: event.id },
        body: { status },
      })
      close()
      await queries.invalidateQueries({ queryKey: ['events', event.guild_id] })
      // The event of a series goes on with its next date; any other one is over.
      if (status !== Status.ACTIVE && !event.recurrence_rule)
        await navigate({ to: '/channels/$guildId/events/$', params: { guildId: event.guild_id, _splat: '' } })
    })
  return (
    <div className={styles.buttons}>
      {live ? (
        <Button onClick={() => setOpen('end')}>{t('End event')}</Button>
      ) : (
        <>
          <Button look="primary" busy={saving.busy} onClick={() => setStatus(Status.ACTIVE)}>
            {t('Start event')}
          </Button>
          <Button onClick={() => setOpen('cancel')}>{t('Cancel event')}</Button>
        </>
      )}
      <Button onClick={() => setOpen('edit')}>{t('Edit event')}</Button>
      {saving.error && <ErrorText>{saving.error}</ErrorText>}
      {open === 'edit' && <EventEditor guildId={event.guild_id} event={event} onClose={close} />}
      {open === 'cancel' && (
        <ConfirmDialog
          title={t('event|Cancel {name}?', { name: event.name })}
          description={
            event.recurrence_rule ? t('All dates of the series are cancelled.') : t('It cannot be planned again.')
          }
          action={t('Cancel event')}
          danger
          busy={saving.busy}
          onConfirm={() => setStatus(Status.CANCELED)}
          onClose={close}
        />
      )}
      {open === 'end' && (
        <ConfirmDialog
          title={t('event|End {name}?', { name: event.name })}
          description={
            event.recurrence_rule ? t('The next date of the series stays planned.') : t('The event is over then.')
          }
          action={t('End event')}
          busy={saving.busy}
          onConfirm={() => setStatus(Status.COMPLETED)}
          onClose={close}
        />
      )}
    </div>
  )
}
