import { timeOfId } from '@guildhall/client/records'
import { nextOccurrence, type ScheduledEventObject } from '@guildhall/protocol'

/** One date of an event. Times are as in the API. */
export interface EventDate {
  /** Id of its exception; null for a date that follows the rule. */
  readonly exceptionId: string | null
  /** Start by the rule, which names the date. */
  readonly original: string
  readonly start: string
  readonly end: string | null
  readonly cancelled: boolean
}

/** Returns the current and next dates of an event. An event that does not repeat has one. */
export function datesOf(event: ScheduledEventObject, max: number): EventDate[] {
  const { recurrence_rule: rule } = event
  const pattern = rule && { ...rule, start: Date.parse(rule.start) }
  const dates: EventDate[] = []
  let at: number | null = Date.parse(event.scheduled_start_time)
  while (at !== null && dates.length < max) {
    dates.push(dateAt(event, at))
    at = pattern && nextOccurrence(pattern, at)
  }
  return dates
}

const wireTime = (time: number) => new Date(time).toISOString()

function dateAt(event: ScheduledEventObject, original: number): EventDate {
  // The id of an exception is a snowflake of the original time.
  const exception = event.guild_scheduled_event_exceptions.find(
    ({ event_exception_id }) => timeOfId(event_exception_id) === original,
  )
  const start = exception?.scheduled_start_time ? Date.parse(exception.scheduled_start_time) : original
  return {
    exceptionId: exception?.event_exception_id ?? null,
    original: wireTime(original),
    start: wireTime(start),
    end: exception?.scheduled_end_time ?? endOf(event, start),
    cancelled: exception?.is_canceled ?? false,
  }
}

/** Returns the end of a date that is as long as the others; null for one without an end. */
function endOf(event: ScheduledEventObject, start: number): string | null {
  if (event.scheduled_end_time === null) return null
  return wireTime(start + Date.parse(event.scheduled_end_time) - Date.parse(event.scheduled_start_time))
}

/** Returns the date that an event has now or next: the first one that is not cancelled. */
export function nextDate(event: ScheduledEventObject): EventDate {
  const dates = datesOf(event, event.guild_scheduled_event_exceptions.length + 1)
  return dates.find(({ cancelled }) => !cancelled) ?? dateAt(event, Date.parse(event.scheduled_start_time))
}
