import {
  type RecurrenceRuleObject,
  type ScheduledEventExceptionObject,
  type ScheduledEventObject,
  ScheduledEventPrivacyLevel,
  type ScheduledEventUserObject,
  wireTime,
  wireTimeOrNull,
} from '@guildhall/protocol'
import type { EventException, RecurrenceRule, StoredScheduledEvent, User } from '../../../kernel/model.ts'
import { presentUser } from '../../accounts/users/present.ts'
import { SERIES, type StoredInterest } from './model.ts'

/** Returns the scheduled event object; `creator` and `users`, the number of interested users, are optional. */
export function presentScheduledEvent(
  event: StoredScheduledEvent,
  options: { creator?: User; users?: number } = {},
): ScheduledEventObject {
  return {
    id: event.id.toString(),
    guild_id: event.guild_id.toString(),
    channel_id: event.channel_id?.toString() ?? null,
    creator_id: event.creator_id?.toString() ?? null,
    name: event.name,
    description: event.description,
    image: event.image,
    scheduled_start_time: wireTime(event.scheduled_start_time),
    scheduled_end_time: wireTimeOrNull(event.scheduled_end_time),
    privacy_level: ScheduledEventPrivacyLevel.GUILD_ONLY,
    status: event.status,
    entity_type: event.entity_type,
    entity_id: event.entity_id?.toString() ?? null,
    entity_metadata: event.location === null ? null : { location: event.location },
    recurrence_rule: event.recurrence_rule && presentRule(event.recurrence_rule),
    guild_scheduled_event_exceptions: event.exceptions.map((exception) => presentException(event, exception)),
    ...(options.creator ? { creator: presentUser(options.creator) } : {}),
    ...(options.users === undefined ? {} : { user_count: options.users }),
  }
}

function presentRule(rule: RecurrenceRule): RecurrenceRuleObject {
  return { ...rule, start: wireTime(rule.start), end: null, by_year_day: null, count: null }
}

/** Keys of an exception that the audit log records. */
export const AUDITED_OF_EXCEPTIONS = ['scheduled_start_time', 'scheduled_end_time', 'is_canceled'] as const

/** Returns the exception object of an event. */
export function presentException(event: { id: bigint }, exception: EventException): ScheduledEventExceptionObject {
  return {
    event_id: event.id.toString(),
    event_exception_id: exception.id.toString(),
    scheduled_start_time: wireTimeOrNull(exception.scheduled_start_time),
    scheduled_end_time: wireTimeOrNull(exception.scheduled_end_time),
    is_canceled: exception.is_canceled,
  }
}

/** Returns the response of a user, without the user. */
export function presentInterest(row: StoredInterest): ScheduledEventUserObject {
  return {
    guild_scheduled_event_id: row.event_id.toString(),
    guild_scheduled_event_exception_id: row.exception_id === SERIES ? null : row.exception_id.toString(),
    user_id: row.user_id.toString(),
    response: row.response,
  }
}
