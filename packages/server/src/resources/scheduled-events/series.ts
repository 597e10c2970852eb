import { type Instant, SCHEDULED_EVENT_EXCEPTIONS_MAX, ScheduledEventStatus } from '@guildhall/protocol'
import type { StoredScheduledEvent } from '../../kernel/model.ts'
import { isOccurrence, nextOccurrence } from './recurrence.ts'

/** The event at its next occurrence that takes place; null for one that does not recur. */
export function following(event: StoredScheduledEvent, now: Instant): StoredScheduledEvent | null {
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
    status: ScheduledEventStatus.SCHEDULED,
    entity_id: null,
    scheduled_start_time: start,
    scheduled_end_time: lengthMs === null ? null : start + lengthMs,
    exceptions: event.exceptions.filter((one) => one.original_scheduled_start_time >= start),
  }
}

/** Is this the original time of an occurrence that is on or to come? The first one need not be in the rule. */
export function occursAt(event: StoredScheduledEvent, at: Instant): boolean {
  if (at === event.scheduled_start_time) return event.recurrence_rule !== null
  return event.recurrence_rule !== null && at > event.scheduled_start_time && isOccurrence(event.recurrence_rule, at)
}
