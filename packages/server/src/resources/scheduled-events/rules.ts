import {
  allow,
  type Changes,
  Faults,
  has,
  type Instant,
  namesOf,
  Permission,
  refuse,
  SCHEDULED_EVENT_AHEAD_MS,
  SCHEDULED_EVENT_UNSTARTED_MS,
  ScheduledEventEntityType,
  ScheduledEventStatus,
  type Verdict,
  VOICE_EVENT_IDLE_MS,
} from '@guildhall/protocol'
import type { EventException, StoredScheduledEvent } from '../../kernel/model.ts'

const { STAGE_INSTANCE, VOICE, EXTERNAL } = ScheduledEventEntityType
const { SCHEDULED, ACTIVE, COMPLETED, CANCELED } = ScheduledEventStatus

/** What hosting takes in the channel, beside the permission for events. [PRM-6] */
const HOSTING: Readonly<Record<number, bigint>> = {
  [STAGE_INSTANCE]: Permission.MANAGE_CHANNELS | Permission.MUTE_MEMBERS | Permission.MOVE_MEMBERS,
  [VOICE]: Permission.VIEW_CHANNEL | Permission.CONNECT,
  [EXTERNAL]: 0n,
}

function mayHost(permissions: bigint, entityType: number): Verdict {
  const needed = HOSTING[entityType] ?? 0n
  return has(permissions, needed) ? allow : refuse('MISSING_PERMISSIONS', `needs ${namesOf(needed)}`)
}

/**
 * May somebody make an event? `permissions` are those in its channel, or in the guild for an external one.
 * MANAGE_EVENTS served as well until its date. [PRM-6] [PRM-7]
 */
export function mayCreate(permissions: bigint, entityType: number, at: Instant, changes: Changes): Verdict {
  const alone = changes.inEffect('events_permission_alone', at)
  const enough = Permission.CREATE_EVENTS | (alone ? 0n : Permission.MANAGE_EVENTS)
  if (!(permissions & enough)) return refuse('MISSING_PERMISSIONS', `needs one of ${namesOf(enough)}`)
  return mayHost(permissions, entityType)
}

/** Changing and deleting: MANAGE_EVENTS, or CREATE_EVENTS for one's own; and what hosting takes. */
export function mayChange(permissions: bigint, entityType: number, own: boolean): Verdict {
  const enough = Permission.MANAGE_EVENTS | (own ? Permission.CREATE_EVENTS : 0n)
  if (!(permissions & enough)) return refuse('MISSING_PERMISSIONS', `needs one of ${namesOf(enough)}`)
  return mayHost(permissions, entityType)
}

/** An event in a channel is seen by who views the channel, an external one by every member. */
export function maySee(permissions: bigint, entityType: number): boolean {
  return entityType === EXTERNAL || has(permissions, Permission.VIEW_CHANNEL)
}

export const isFinished = (event: { status: number }): boolean =>
  event.status === COMPLETED || event.status === CANCELED

/** Events go from scheduled to active or cancelled, and from active to completed. */
export function mayTurn(from: number, to: number): Verdict {
  if (from === COMPLETED || from === CANCELED) return refuse('CANNOT_UPDATE_FINISHED_EVENT', 'it is over')
  const ways = from === SCHEDULED ? [SCHEDULED, ACTIVE, CANCELED] : [ACTIVE, COMPLETED]
  return (ways as number[]).includes(to) ? allow : refuse('INVALID_FORM_BODY', `not from ${from} to ${to}`)
}

export const TOO_FAR = 'Cannot schedule event more than 5 years ahead.'
/** An occurrence is named by the snowflake of its time, and those end some day. */
export const isTooFar = (time: Instant, now: Instant): boolean => time > now + SCHEDULED_EVENT_AHEAD_MS

/** What an event must be, by its kind and time; `before` is what it was. Says nothing of who asks. */
export function faultsOf(event: StoredScheduledEvent, at: Instant, before?: StoredScheduledEvent): Faults {
  const faults = new Faults()
  const required = (field: string) => faults.add([field], 'BASE_TYPE_REQUIRED', 'This field is required')
  const external = event.entity_type === EXTERNAL
  if (!external && event.channel_id === null) required('channel_id')
  if (external && event.channel_id !== null)
    faults.add(['channel_id'], 'GUILD_SCHEDULED_EVENT_CHANNEL_NOT_NULL', 'Must be null for external events.')
  if (external && !event.location)
    faults.add(['entity_metadata', 'location'], 'BASE_TYPE_REQUIRED', 'This field is required')
  if (external && event.scheduled_end_time === null) required('scheduled_end_time')
  const { scheduled_start_time: start, scheduled_end_time: end } = event
  if (start !== before?.scheduled_start_time && start <= at)
    faults.add(['scheduled_start_time'], 'GUILD_SCHEDULED_EVENT_SCHEDULE_PAST', 'Cannot schedule event in the past.')
  if (end !== null && end <= start)
    faults.add(['scheduled_end_time'], 'GUILD_SCHEDULED_EVENT_END_BEFORE_START', 'Must be later than the start.')
  else if (end !== null && end !== before?.scheduled_end_time && end <= at)
    faults.add(['scheduled_end_time'], 'GUILD_SCHEDULED_EVENT_SCHEDULE_PAST', 'Cannot schedule event in the past.')
  for (const [field, time] of Object.entries({ scheduled_start_time: start, scheduled_end_time: end }))
    if (time !== null && isTooFar(time, at)) faults.add([field], 'GUILD_SCHEDULED_EVENT_SCHEDULE_TOO_FAR', TOO_FAR)
  if (before?.status === ACTIVE) {
    for (const field of ['scheduled_start_time', 'entity_type', 'channel_id', 'recurrence_rule'] as const) {
      if (JSON.stringify(plain(before[field])) !== JSON.stringify(plain(event[field])))
        faults.add([field], 'GUILD_SCHEDULED_EVENT_ACTIVE', 'Cannot be changed while the event is active.')
    }
  }
  return faults
}

const plain = (value: unknown) => (typeof value === 'bigint' ? value.toString() : value)

/** The exception for the occurrence that is on or comes next. */
function currentException(event: StoredScheduledEvent): EventException | undefined {
  return event.exceptions.find((one) => one.original_scheduled_start_time === event.scheduled_start_time)
}

/** What an event does by itself next. `skip` passes over a cancelled occurrence, `look` sees whether anybody is there. */
export interface Step {
  readonly at: Instant
  readonly does: 'start' | 'finish' | 'cancel' | 'skip' | 'look'
}

/** External events begin and end by their times; others end when nobody is there, and are cancelled unless started. */
export function nextStep(event: StoredScheduledEvent, now: Instant): Step | null {
  const exception = currentException(event)
  const start = exception?.scheduled_start_time ?? event.scheduled_start_time
  if (event.status === SCHEDULED) {
    if (exception?.is_canceled) return { at: event.scheduled_start_time, does: 'skip' }
    return event.entity_type === EXTERNAL
      ? { at: start, does: 'start' }
      : { at: start + SCHEDULED_EVENT_UNSTARTED_MS, does: 'cancel' }
  }
  if (event.status !== ACTIVE) return null
  if (event.entity_type !== EXTERNAL) return { at: now + VOICE_EVENT_IDLE_MS, does: 'look' }
  const end = exception?.scheduled_end_time ?? event.scheduled_end_time
  // An occurrence that was moved without saying until when is as long as the others.
  const moved = exception?.scheduled_end_time == null && end !== null ? end + (start - event.scheduled_start_time) : end
  return moved === null ? null : { at: moved, does: 'finish' }
}
