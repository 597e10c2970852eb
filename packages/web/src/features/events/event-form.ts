import {
  ScheduledEventEntityType as Kind,
  type ScheduledEventObject,
  ScheduledEventPrivacyLevel,
  ScheduledEventStatus as Status,
} from '@guildhall/protocol'
import { nextDate } from './dates.ts'
import { type Repeat, repeatOf, ruleFor } from './recurrence.ts'

/** Values of the form of an event. Times are as in a field for local date and time; empty for none. */
export interface EventForm {
  readonly name: string
  readonly description: string
  readonly kind: number
  readonly channelId: string
  readonly location: string
  readonly start: string
  readonly end: string
  readonly repeat: Repeat
}

const HOUR_MS = 3_600_000
const two = (value: number) => String(value).padStart(2, '0')

/** Returns a time as a field for local date and time has it. */
export function localInput(time: Date): string {
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day}T${two(time.getHours())}:${two(time.getMinutes())}`
}

/** Returns the form of a new event, which starts at the next full hour. */
export function newEventForm(now: number): EventForm {
  const start = new Date(Math.floor(now / HOUR_MS) * HOUR_MS + HOUR_MS)
  return {
    name: '',
    description: '',
    kind: Kind.EXTERNAL,
    channelId: '',
    location: '',
    start: localInput(start),
    end: localInput(new Date(start.getTime() + HOUR_MS)),
    repeat: 'never',
  }
}

/** Returns the form of an event. */
export function eventFormOf(event: ScheduledEventObject): EventForm {
  return {
    name: event.name,
    description: event.description ?? '',
    kind: event.entity_type,
    channelId: event.channel_id ?? '',
    location: event.entity_metadata?.location ?? '',
    start: localInput(new Date(event.scheduled_start_time)),
    end: event.scheduled_end_time ? localInput(new Date(event.scheduled_end_time)) : '',
    repeat: repeatOf(event.recurrence_rule),
  }
}

/** Returns the time in such a field as the API has it; null for an empty one. */
export function wireTime(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString()
}

/** Returns the body that creates an event. */
export function bodyOfEvent(form: EventForm) {
  const external = form.kind === Kind.EXTERNAL
  const start = wireTime(form.start)
  return {
    name: form.name.trim(),
    description: form.description.trim() || null,
    privacy_level: ScheduledEventPrivacyLevel.GUILD_ONLY,
    entity_type: form.kind,
    channel_id: external ? null : form.channelId || null,
    entity_metadata: external ? { location: form.location.trim() } : null,
    scheduled_start_time: start,
    scheduled_end_time: wireTime(form.end),
    recurrence_rule: start === null ? null : ruleFor(form.repeat, start),
  }
}

/** Returns the body that changes an event: fields that differ. A live event keeps its time and place. */
export function changesOfEvent(event: ScheduledEventObject, form: EventForm): Record<string, unknown> {
  const [before, after] = [bodyOfEvent(eventFormOf(event)), bodyOfEvent(form)]
  const fixed =
    event.status === Status.ACTIVE ? ['scheduled_start_time', 'entity_type', 'channel_id', 'recurrence_rule'] : []
  return Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) =>
        !fixed.includes(field) && JSON.stringify(value) !== JSON.stringify(before[field as keyof typeof before]),
    ),
  )
}

/** Returns events in the order in which they are listed: live ones first, then by their start. */
export function sortedEvents(events: readonly ScheduledEventObject[]): ScheduledEventObject[] {
  const open = events.filter(({ status }) => status === Status.SCHEDULED || status === Status.ACTIVE)
  return open.sort(
    (one, other) => other.status - one.status || Date.parse(nextDate(one).start) - Date.parse(nextDate(other).start),
  )
}
