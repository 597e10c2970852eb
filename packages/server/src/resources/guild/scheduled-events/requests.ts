import {
  ApiError,
  demand,
  Faults,
  type Instant,
  invalidForm,
  SCHEDULED_EVENT_DESCRIPTION_MAX,
  SCHEDULED_EVENT_LOCATION_MAX,
  SCHEDULED_EVENT_NAME_MAX,
  SCHEDULED_EVENT_USERS_PAGE_MAX,
  ScheduledEventEntityType,
  ScheduledEventPrivacyLevel,
} from '@guildhall/protocol'
import type { EventException, RecurrenceRule, StoredScheduledEvent } from '../../../kernel/model.ts'
import {
  Distinct,
  ImageData,
  Int,
  List,
  Nullable,
  OneOf,
  Optional,
  OptionalNullable,
  SnowflakeId,
  type Static,
  Text,
  Timestamp,
  Type,
} from '../../../validation/schema.ts'
import type { RequestedRule } from './recurrence.ts'
import { isTooFar, mayChangeStatus, TOO_FAR } from './rules.ts'

/** Path of an event. */
export const EventPath = Type.Object({ guild_id: SnowflakeId, guild_scheduled_event_id: SnowflakeId })
export type EventIds = Static<typeof EventPath>

/** Path of an exception of an event. */
export const ExceptionPath = Type.Object({ ...EventPath.properties, exception_id: SnowflakeId })

/** Page of the users interested in an event. */
export const UsersQuery = Type.Object({
  limit: Optional(Int(1, SCHEDULED_EVENT_USERS_PAGE_MAX)),
  with_member: Optional(Type.Boolean()),
  before: Optional(SnowflakeId),
  after: Optional(SnowflakeId),
})
export type UsersQuery = Static<typeof UsersQuery>

const Weekday = Int(0, 6)
const Rule = Type.Object({
  start: Timestamp,
  end: OptionalNullable(Timestamp),
  frequency: OneOf(0, 1, 2, 3),
  interval: OptionalNullable(Int(1, 1000)),
  by_weekday: OptionalNullable(Distinct(Weekday, 0, 7)),
  by_n_weekday: OptionalNullable(List(Type.Object({ n: Int(1, 5), day: Weekday }), 0, 7)),
  by_month: OptionalNullable(Distinct(Int(1, 12), 0, 12)),
  by_month_day: OptionalNullable(Distinct(Int(-1, 31), 0, 33)),
  by_year_day: OptionalNullable(Distinct(Int(-1, 365), 0, 367)),
  count: OptionalNullable(Int(0, 100_000)),
})
const Metadata = Optional(Nullable(Type.Object({ location: OptionalNullable(Text(0, SCHEDULED_EVENT_LOCATION_MAX)) })))
const EntityType = OneOf(1, 2, 3)
const optionalFields = {
  description: OptionalNullable(Text(0, SCHEDULED_EVENT_DESCRIPTION_MAX)),
  image: OptionalNullable(ImageData),
  scheduled_end_time: OptionalNullable(Timestamp),
  channel_id: OptionalNullable(SnowflakeId),
  recurrence_rule: OptionalNullable(Rule),
  entity_metadata: Metadata,
}
const Name = Text(1, SCHEDULED_EVENT_NAME_MAX)
const PrivacyLevel = OneOf(ScheduledEventPrivacyLevel.GUILD_ONLY)

/** Body of Create Guild Scheduled Event. */
export const CreateBody = Type.Object({
  name: Name,
  scheduled_start_time: Timestamp,
  privacy_level: PrivacyLevel,
  entity_type: EntityType,
  ...optionalFields,
})
/** Body of Modify Guild Scheduled Event. */
export const PatchBody = Type.Object({
  name: Optional(Name),
  scheduled_start_time: Optional(Timestamp),
  privacy_level: Optional(PrivacyLevel),
  entity_type: OptionalNullable(EntityType),
  status: OptionalNullable(OneOf(1, 2, 3, 4)),
  ...optionalFields,
})
export type PatchBody = Static<typeof PatchBody>

/** Returns a requested rule with defaults for the fields that are not given. */
export function requestedRule(rule: Static<typeof Rule>): RequestedRule {
  const listOrNull = <T>(list: T[] | null | undefined) => (list && list.length > 0 ? list : null)
  return {
    start: rule.start,
    frequency: rule.frequency,
    interval: rule.interval ?? 1,
    by_weekday: listOrNull(rule.by_weekday),
    by_n_weekday: listOrNull(rule.by_n_weekday),
    by_month: listOrNull(rule.by_month),
    by_month_day: listOrNull(rule.by_month_day),
    end: rule.end ?? null,
    by_year_day: listOrNull(rule.by_year_day),
    count: rule.count ?? null,
  }
}

/** Returns an event with the fields of a request applied, except for its status and image. */
export function applyEventRequest(base: StoredScheduledEvent, body: PatchBody): StoredScheduledEvent {
  const given = <T>(value: T | undefined, otherwise: T): T => (value === undefined ? otherwise : value)
  const entity_type = body.entity_type ?? base.entity_type
  const external = entity_type === ScheduledEventEntityType.EXTERNAL
  const scheduled_start_time = body.scheduled_start_time ?? base.scheduled_start_time
  const location = body.entity_metadata?.location ?? base.location
  return {
    ...base,
    name: body.name ?? base.name,
    description: given(body.description, base.description) || null,
    scheduled_start_time,
    scheduled_end_time: given(body.scheduled_end_time, base.scheduled_end_time),
    entity_type,
    channel_id: given(body.channel_id, base.channel_id),
    location: external ? location : null,
    recurrence_rule: changedRule(base, body.recurrence_rule, scheduled_start_time),
  }
}

/** Returns the rule of a changed event. A series with a new time continues from there unless a new rule is given. */
function changedRule(
  base: StoredScheduledEvent,
  requested: PatchBody['recurrence_rule'],
  start: number,
): RecurrenceRule | null {
  if (requested === null) return null
  if (requested === undefined) {
    const moved = start !== base.scheduled_start_time
    return base.recurrence_rule && moved ? { ...base.recurrence_rule, start } : base.recurrence_rule
  }
  const { end: _, count: __, by_year_day: ___, ...rule } = requestedRule(requested)
  return rule
}

/**
 * Checks a change of an event's status.
 *
 * @throws CANNOT_UPDATE_FINISHED_EVENT (180000); INVALID_FORM_BODY (50035) for a status that cannot follow
 */
export function checkStatus(from: number, to: number): void {
  const verdict = mayChangeStatus(from, to)
  if (!verdict.ok && verdict.error === 'INVALID_FORM_BODY')
    throw invalidForm(['status'], 'GUILD_SCHEDULED_EVENT_INVALID_STATUS', 'Invalid status transition.')
  demand(verdict)
}

/** Checks that the times of an exception are in the future and in order. @throws INVALID_FORM_BODY (50035) */
export function checkExceptionTimes(event: StoredScheduledEvent, exception: EventException, now: Instant): void {
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
