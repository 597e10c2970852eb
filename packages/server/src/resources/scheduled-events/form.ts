import {
  SCHEDULED_EVENT_DESCRIPTION_MAX,
  SCHEDULED_EVENT_LOCATION_MAX,
  SCHEDULED_EVENT_NAME_MAX,
  ScheduledEventEntityType,
  ScheduledEventPrivacyLevel,
} from '@guildhall/protocol'
import type { RecurrenceRule, StoredScheduledEvent } from '../../kernel/model.ts'
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
} from '../../validation/schema.ts'
import type { AskedRule } from './recurrence.ts'

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

export const CreateBody = Type.Object({
  name: Name,
  scheduled_start_time: Timestamp,
  privacy_level: PrivacyLevel,
  entity_type: EntityType,
  ...optionalFields,
})
export const PatchBody = Type.Object({
  name: Optional(Name),
  scheduled_start_time: Optional(Timestamp),
  privacy_level: Optional(PrivacyLevel),
  entity_type: OptionalNullable(EntityType),
  status: OptionalNullable(OneOf(1, 2, 3, 4)),
  ...optionalFields,
})
export type PatchBody = Static<typeof PatchBody>

/** A rule of the wire with all that it leaves out. */
export function askedRule(rule: Static<typeof Rule>): AskedRule {
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

/** The event as a body would have it; its status and image are others' business. */
export function composed(base: StoredScheduledEvent, body: PatchBody): StoredScheduledEvent {
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
    recurrence_rule: ruleOf(base, body.recurrence_rule, scheduled_start_time),
  }
}

/** A series whose time is changed goes on from there, unless it is told another rule. */
function ruleOf(base: StoredScheduledEvent, asked: PatchBody['recurrence_rule'], start: number): RecurrenceRule | null {
  if (asked === null) return null
  if (asked === undefined) {
    const moved = start !== base.scheduled_start_time
    return base.recurrence_rule && moved ? { ...base.recurrence_rule, start } : base.recurrence_rule
  }
  const { end: _, count: __, by_year_day: ___, ...rule } = askedRule(asked)
  return rule
}
