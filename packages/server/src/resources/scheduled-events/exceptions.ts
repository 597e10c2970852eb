import {
  ApiError,
  AuditLogAction,
  type AuditLogChangeObject,
  demand,
  Faults,
  type Instant,
  type Snowflake,
} from '@guildhall/protocol'
import type { Caller } from '../../kernel/caller.ts'
import { guildTopic } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { EventException, StoredScheduledEvent } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { audit } from '../audit-log/index.ts'
import {
  guildScheduledEventExceptionCreate,
  guildScheduledEventExceptionDelete,
  guildScheduledEventExceptionUpdate,
} from './events.ts'
import { awaitNextStep, visibleEvent } from './manage.ts'
import { isFinished, isTooFar, mayChange, TOO_FAR } from './rules.ts'
import * as store from './store.ts'

type Path = { guild_id: Snowflake; guild_scheduled_event_id: Snowflake }

/** An event whose occurrences the caller may change: one that is not over. */
export async function changeableEvent(
  work: Work,
  caller: Caller,
  params: Path,
): Promise<{ view: GuildView; event: StoredScheduledEvent }> {
  const { view, event, inPlace } = await visibleEvent(work, caller, params)
  demand(mayChange(inPlace, event.entity_type, event.creator_id === caller.userId))
  if (isFinished(event)) throw new ApiError('CANNOT_UPDATE_FINISHED_EVENT')
  return { view, event }
}

/** The exception of an event, or 10070. */
export function exceptionOf(event: StoredScheduledEvent, id: Snowflake): EventException {
  const exception = event.exceptions.find((one) => one.id === id)
  if (!exception) throw new ApiError('UNKNOWN_GUILD_SCHEDULED_EVENT')
  return exception
}

/** Times of an exception must be to come, and in order. @throws ApiError 50035 */
export function checkTimes(event: StoredScheduledEvent, exception: EventException, now: Instant): void {
  const faults = new Faults()
  const start = exception.scheduled_start_time ?? exception.original_scheduled_start_time
  const length = event.scheduled_end_time === null ? 1 : event.scheduled_end_time - event.scheduled_start_time
  const end = exception.scheduled_end_time ?? start + length
  if (exception.scheduled_start_time !== null && start <= now)
    faults.add(['scheduled_start_time'], 'GUILD_SCHEDULED_EVENT_SCHEDULE_PAST', 'Cannot schedule event in the past.')
  if (end <= start)
    faults.add(['scheduled_end_time'], 'GUILD_SCHEDULED_EVENT_END_BEFORE_START', 'Must be later than the start.')
  const times = {
    original_scheduled_start_time: exception.original_scheduled_start_time,
    scheduled_start_time: start,
    scheduled_end_time: end,
  }
  for (const [field, time] of Object.entries(times))
    if (isTooFar(time, now)) faults.add([field], 'GUILD_SCHEDULED_EVENT_SCHEDULE_TOO_FAR', TOO_FAR)
  if (faults.any) throw new ApiError('INVALID_FORM_BODY', { faults })
}

const TYPES = {
  create: [guildScheduledEventExceptionCreate, AuditLogAction.GUILD_SCHEDULED_EVENT_EXCEPTION_CREATE],
  update: [guildScheduledEventExceptionUpdate, AuditLogAction.GUILD_SCHEDULED_EVENT_EXCEPTION_UPDATE],
  delete: [guildScheduledEventExceptionDelete, AuditLogAction.GUILD_SCHEDULED_EVENT_EXCEPTION_DELETE],
} as const

/** Stores an event whose exception was made, changed or removed, announces that and writes it down. */
export async function saveException(
  work: Work,
  view: GuildView,
  event: StoredScheduledEvent,
  {
    kind,
    exception,
    changes,
  }: { kind: keyof typeof TYPES; exception: EventException; changes: AuditLogChangeObject[] },
): Promise<void> {
  const [type, action] = TYPES[kind]
  await store.update(work, event)
  if (kind === 'delete') await store.removeUsersOf(work, event.id, exception.id)
  await awaitNextStep(work, event)
  work.emit(type, guildTopic(view.id), { event, exception })
  const options = { event_exception_id: exception.id.toString() }
  await audit(work, { guildId: view.id, action, targetId: event.id, changes, options })
}

/** The event with this exception in place of the one with its id, in the order of their times. */
export function withException(event: StoredScheduledEvent, exception: EventException): StoredScheduledEvent {
  const others = event.exceptions.filter((one) => one.id !== exception.id)
  return { ...event, exceptions: [...others, exception].sort((a, b) => (a.id < b.id ? -1 : 1)) }
}
