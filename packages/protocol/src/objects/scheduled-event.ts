import { type Static, Type } from 'typebox'
import { Member } from './member.ts'
import { User } from './user.ts'
import { Id, Int, maybe, maybeNull, nullable, Text, Time } from './wire.ts'

export const RecurrenceRule = Type.Object(
  {
    start: Time,
    end: maybeNull(Time),
    frequency: Int,
    interval: Int,
    by_weekday: nullable(Type.Array(Int)),
    by_n_weekday: nullable(Type.Array(Type.Object({ n: Int, day: Int }))),
    by_month: nullable(Type.Array(Int)),
    by_month_day: nullable(Type.Array(Int)),
    by_year_day: maybeNull(Type.Array(Int)),
    count: maybeNull(Int),
  },
  { title: 'RecurrenceRule' },
)
export type RecurrenceRuleObject = Static<typeof RecurrenceRule>

export const ScheduledEvent = Type.Object(
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
    entity_metadata: nullable(Type.Object({ location: maybe(Text) })),
    creator: maybe(User),
    user_count: maybe(Int),
    image: nullable(Text),
    recurrence_rule: nullable(RecurrenceRule),
    guild_scheduled_event_exceptions: maybe(Type.Array(Type.Unknown())),
  },
  { title: 'ScheduledEvent' },
)
export type ScheduledEventObject = Static<typeof ScheduledEvent>

export const ScheduledEventUser = Type.Object(
  { guild_scheduled_event_id: Id, user_id: Id, user: maybe(User), member: maybeNull(Member) },
  { title: 'ScheduledEventUser' },
)
export type ScheduledEventUserObject = Static<typeof ScheduledEventUser>
