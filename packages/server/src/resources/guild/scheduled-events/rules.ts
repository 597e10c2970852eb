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
import type { EventException, StoredScheduledEvent } from '../../../kernel/model.ts'

const { STAGE_INSTANCE, VOICE, EXTERNAL } = ScheduledEventEntityType
const { SCHEDULED, ACTIVE, COMPLETED, CANCELED } = ScheduledEventStatus

/** Permissions that hosting an event needs in its channel, in addition to the permission for events. [PRM-6] */
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
 * Whether a member may create an event. `permissions` are those in its channel, or in the guild for an external event.
 * Until its date MANAGE_EVENTS sufficed too. [PRM-6] [PRM-7]
 */
export function mayCreate(permissions: bigint, entityType: number, at: Instant, changes: Changes): Verdict {
  const alone = changes.inEffect('events_permission_alone', at)
  const enough = Permission.CREATE_EVENTS | (alone ? 0n : Permission.MANAGE_EVENTS)
  if (!(permissions & enough)) return refuse('MISSING_PERMISSIONS', `needs one of ${namesOf(enough)}`)
  return mayHost(permissions, entityType)
}

/**
 * Whether a member may change and delete an event: with MANAGE_EVENTS, or CREATE_EVENTS for their own, and the
 * permissions for hosting it.
 */
export function mayChange(permissions: bigint, entityType: number, own: boolean): Verdict {
  const enough = Permission.MANAGE_EVENTS | (own ? Permission.CREATE_EVENTS : 0n)
  if (!(permissions & enough)) return refuse('MISSING_PERMISSIONS', `needs one of ${namesOf(enough)}`)
  return mayHost(permissions, entityType)
}

/** Returns whether a member can view an event: by its channel, or always for an external event. */
export function maySee(permissions: bigint, entityType: number): boolean {
  return entityType === EXTERNAL || has(permissions, Permission.VIEW_CHANNEL)
}

/** Whether an event may change its status: from scheduled to active or cancelled, and from active to completed. */
export function mayChangeStatus(from: number, to: number): Verdict {
  if (from === COMPLETED || from === CANCELED) return refuse('CANNOT_UPDATE_FINISHED_EVENT', 'the event is finished')
  const allowed = from === SCHEDULED ? [SCHEDULED, ACTIVE, CANCELED] : [ACTIVE, COMPLETED]
  return (allowed as number[]).includes(to) ? allow : refuse('INVALID_FORM_BODY', `status ${from} cannot become ${to}`)
}

/** Message for a time beyond the limit. */
export const TOO_FAR = 'Cannot schedule event more than 5 years ahead.'
/** Returns whether a time is too far ahead. Ids of occurrences are snowflakes of their times, which are bounded. */
export function isTooFar(time: Instant, now: Instant): boolean {
  return time > now + SCHEDULED_EVENT_AHEAD_MS
}

/** Returns the faults of an event by its entity type and times. `before` is the event before the change. */
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

/** Returns the exception of the current or next occurrence. */
function currentException(event: StoredScheduledEvent): EventException | undefined {
  return event.exceptions.find((one) => one.original_scheduled_start_time === event.scheduled_start_time)
}

/**
 * Next automatic step of an event. `skip` passes over a cancelled occurrence; `check` ends the event if its channel is
 * empty.
 */
export interface Step {
  readonly at: Instant
  readonly does: 'start' | 'finish' | 'cancel' | 'skip' | 'check'
}

/**
 * Returns the next automatic step of an event, or null. External events start and end by their times. Other events end
 * when their channel is empty, and are cancelled when no one starts them.
 */
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
  if (event.entity_type !== EXTERNAL) return { at: now + VOICE_EVENT_IDLE_MS, does: 'check' }
  const end = exception?.scheduled_end_time ?? event.scheduled_end_time
  // A moved occurrence without an end is as long as the others.
  const moved = exception?.scheduled_end_time == null && end !== null ? end + (start - event.scheduled_start_time) : end
  return moved === null ? null : { at: moved, does: 'finish' }
}
