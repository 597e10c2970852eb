import { ScheduledEventEntityType, type ScheduledEventObject, ScheduledEventStatus } from '@guildhall/protocol'
import { Link } from '@tanstack/react-router'
import { CalendarDays, MapPin, Podcast, Volume2 } from 'lucide-react'
import { useClientState } from '../../gateway/react.tsx'
import { t } from '../../lib/language/text.ts'
import { isWebLink } from '../../lib/links.ts'
import { fullTime } from '../../lib/time.ts'
import { nextDate } from './dates.ts'
import styles from './events.module.css'
import { InterestButton } from './interest-button.tsx'
import { repeatOf, repeatWords } from './recurrence.ts'

const ICON = { size: 16, 'aria-hidden': true } as const

/** One event of the list. */
export function EventCard({ event }: { event: ScheduledEventObject }) {
  return (
    <article className={styles.card} aria-label={event.name}>
      {event.image && <Cover event={event} />}
      <EventTime event={event} />
      <h3 className={styles.name}>
        <Link to="/channels/$guildId/events/$" params={{ guildId: event.guild_id, _splat: event.id }}>
          {event.name}
        </Link>
      </h3>
      <EventPlace event={event} />
      <InterestButton event={event} />
    </article>
  )
}

/** The cover picture of an event. Decorative. */
export function Cover({ event: { id, image } }: { event: ScheduledEventObject }) {
  return <img className={styles.cover} src={`/cdn/guild-events/${id}/${image}.webp?size=1024`} alt="" loading="lazy" />
}

/** The time of an event, and how it repeats. */
export function EventTime({ event }: { event: ScheduledEventObject }) {
  const { scheduled_start_time, status, recurrence_rule } = event
  const { start } = nextDate(event)
  const live = status === ScheduledEventStatus.ACTIVE
  return (
    <div className={live ? styles.live : styles.when}>
      <CalendarDays {...ICON} />
      <p>{live ? t('Live now') : <time dateTime={start}>{fullTime(start)}</time>}</p>
      {recurrence_rule && <p>{repeatWords(repeatOf(recurrence_rule), scheduled_start_time)}</p>}
    </div>
  )
}

/** The place of an event: a channel, or somewhere else. */
export function EventPlace({ event }: { event: ScheduledEventObject }) {
  const channel = useClientState(({ channels }) => channels.get(event.channel_id ?? ''))
  const location = event.entity_metadata?.location
  if (event.entity_type === ScheduledEventEntityType.EXTERNAL) {
    return (
      <p className={styles.where}>
        <MapPin {...ICON} />
        {isWebLink(location) ? (
          <a href={location} target="_blank" rel="noopener noreferrer nofollow">
            {location}
          </a>
        ) : (
          location
        )}
      </p>
    )
  }
  const Icon = event.entity_type === ScheduledEventEntityType.STAGE_INSTANCE ? Podcast : Volume2
  return (
    <p className={styles.where}>
      <Icon {...ICON} />
      {channel ? (
        <Link to="/channels/$guildId/$channelId" params={{ guildId: event.guild_id, channelId: channel.id }}>
          {channel.name}
        </Link>
      ) : (
        t('A channel that you cannot see')
      )}
    </p>
  )
}
