import { type Static, Type } from 'typebox'
import { MemberObject } from './member.ts'
import { UserObject } from './user.ts'
import { Flag, Id, Int, mapOf, nullable, optional, optionalNullable, Text, Time } from './wire.ts'

export const RecurrenceRuleObject = Type.Object(
  {
    start: Time,
    end: optionalNullable(Time),
    frequency: Int,
    interval: Int,
    by_weekday: nullable(Type.Array(Int)),
    by_n_weekday: nullable(Type.Array(Type.Object({ n: Int, day: Int }))),
    by_month: nullable(Type.Array(Int)),
    by_month_day: nullable(Type.Array(Int)),
    by_year_day: optionalNullable(Type.Array(Int)),
    count: optionalNullable(Int),
  },
  { title: 'RecurrenceRule' },
)
export type RecurrenceRuleObject = Static<typeof RecurrenceRuleObject>

/** Occurrence of a recurring event that is moved or cancelled. */
export const ScheduledEventExceptionObject = Type.Object(
  {
    event_id: Id,
    event_exception_id: Id,
    scheduled_start_time: nullable(Time),
    scheduled_end_time: nullable(Time),
    is_canceled: Flag,
  },
  { title: 'ScheduledEventException' },
)
export type ScheduledEventExceptionObject = Static<typeof ScheduledEventExceptionObject>

export const ScheduledEventObject = Type.Object(
  {
    id: Id,
    guild_id: Id,
    channel_id: nullable(Id),
    creator_id: nullable(Id),
    name: Text,
    description: nullable(Text),
    scheduled_start_time: Time,
    scheduled_end_time: nullable(Time),
    privacy_level: Int,
    status: Int,
    entity_type: Int,
    entity_id: nullable(Id),
    entity_metadata: nullable(Type.Object({ location: optional(Text) })),
    creator: optional(UserObject),
    user_count: optional(Int),
    image: nullable(Text),
    recurrence_rule: nullable(RecurrenceRuleObject),
    guild_scheduled_event_exceptions: Type.Array(ScheduledEventExceptionObject),
  },
  { title: 'ScheduledEvent' },
)
export type ScheduledEventObject = Static<typeof ScheduledEventObject>

export const ScheduledEventUserObject = Type.Object(
  {
    guild_scheduled_event_id: Id,
    guild_scheduled_event_exception_id: optionalNullable(Id),
    user_id: Id,
    /** 0 not interested, 1 interested. */
    response: Int,
    user: optional(UserObject),
    member: optional(MemberObject),
  },
  { title: 'ScheduledEventUser' },
)
export type ScheduledEventUserObject = Static<typeof ScheduledEventUserObject>

export const ScheduledEventUserCountObject = Type.Object(
  { guild_scheduled_event_count: Int, guild_scheduled_event_exception_counts: mapOf(Int) },
  { title: 'ScheduledEventUserCount' },
)
export type ScheduledEventUserCountObject = Static<typeof ScheduledEventUserCountObject>
