import {
  type Instant,
  isOccurrence,
  nextOccurrence,
  SCHEDULED_EVENT_EXCEPTIONS_MAX,
  ScheduledEventStatus,
  type Snowflake,
} from '@guildhall/protocol'
import type { EventException, StoredScheduledEvent } from '../../../kernel/model.ts'

const { SCHEDULED, ACTIVE, COMPLETED, CANCELED } = ScheduledEventStatus

/** Means the series as a whole in place of an occurrence. */
export const SERIES = 0n

/** Response of one user to an event or to one occurrence of it. */
export interface StoredInterest {
  event_id: Snowflake
  /** Id of the occurrence; `SERIES` for the event itself. */
  exception_id: Snowflake
  user_id: Snowflake
  guild_id: Snowflake
  /** 1 for interested, 0 for not interested. */
  response: number
}

/** Returns whether an event has ended or was cancelled. */
export function isFinished(event: { status: number }): boolean {
  return event.status === COMPLETED || event.status === CANCELED
}

/** Returns the event at its next occurrence that is not cancelled; null for an event without another occurrence. */
export function atNextOccurrence(event: StoredScheduledEvent, now: Instant): StoredScheduledEvent | null {
  const rule = event.recurrence_rule
  if (!rule) return null
  let at = nextOccurrence(rule, Math.max(now, event.scheduled_start_time))
  for (let skipped = 0; at !== null && skipped <= SCHEDULED_EVENT_EXCEPTIONS_MAX; skipped += 1) {
    const start = at
    const exception = event.exceptions.find((one) => one.original_scheduled_start_time === start)
    if (!exception?.is_canceled) break
    at = nextOccurrence(rule, at)
  }
  if (at === null) return null
  const start = at
  const lengthMs = event.scheduled_end_time === null ? null : event.scheduled_end_time - event.scheduled_start_time
  return {
    ...event,
    status: SCHEDULED,
    entity_id: null,
    scheduled_start_time: start,
    scheduled_end_time: lengthMs === null ? null : start + lengthMs,
    exceptions: event.exceptions.filter((one) => one.original_scheduled_start_time >= start),
  }
}

/** Returns the event with another status. A series whose occurrence is completed continues with its next occurrence. */
export function withStatus(event: StoredScheduledEvent, status: number, now: Instant): StoredScheduledEvent {
  const next = status === COMPLETED ? atNextOccurrence(event, now) : null
  return next ?? { ...event, status, entity_id: status === ACTIVE ? event.entity_id : null }
}

/**
 * Returns whether a time is the original time of a current or future occurrence. The first occurrence need not fit the
 * rule.
 */
export function occursAt(event: StoredScheduledEvent, at: Instant): boolean {
  if (at === event.scheduled_start_time) return event.recurrence_rule !== null
  return event.recurrence_rule !== null && at > event.scheduled_start_time && isOccurrence(event.recurrence_rule, at)
}

/** Returns the event with an exception added or replaced. Exceptions are in the order of their original times. */
export function withException(event: StoredScheduledEvent, exception: EventException): StoredScheduledEvent {
  const others = event.exceptions.filter((one) => one.id !== exception.id)
  return { ...event, exceptions: [...others, exception].sort((a, b) => (a.id < b.id ? -1 : 1)) }
}

/** Returns the event without the exceptions of occurrences that its series no longer has. */
export function withoutStaleExceptions(event: StoredScheduledEvent): StoredScheduledEvent {
  const exceptions = event.exceptions.filter((one) => occursAt(event, one.original_scheduled_start_time))
  return exceptions.length === event.exceptions.length ? event : { ...event, exceptions }
}
