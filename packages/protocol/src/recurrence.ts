import { RecurrenceFrequency } from './guild-types.ts'
import type { Instant } from './instant.ts'

const DAY_MS = 86_400_000
const MONDAY = 0
/** Longest distance to the next occurrence: 29 February, which most centuries lack. */
const DAYS_MAX = 366 * 8 + 1
/** 1 January 1970 was a Thursday. */
const EPOCH_WEEKDAY = 3
/** In a rule the fifth weekday is the last of the month. */
const LAST_OF_MONTH = 5
/** Fields of a recurrence rule that decide when an event occurs. */
export interface RecurrencePattern {
  readonly start: Instant
  readonly frequency: number
  readonly interval: number
  readonly by_weekday: readonly number[] | null
  readonly by_n_weekday: readonly { readonly n: number; readonly day: number }[] | null
  readonly by_month: readonly number[] | null
  readonly by_month_day: readonly number[] | null
}

/** Returns the first occurrence later than `after`; null if the rule has none. All times are UTC. */
export function nextOccurrence(rule: RecurrencePattern, after: Instant): Instant | null {
  const timeOfDay = ((rule.start % DAY_MS) + DAY_MS) % DAY_MS
  const first = Math.floor(Math.max(after, rule.start) / DAY_MS)
  for (let day = first; day < first + DAYS_MAX; day += 1) {
    const at = day * DAY_MS + timeOfDay
    if (at > after && at >= rule.start && fits(rule, day)) return at
  }
  return null
}

/** Returns whether a rule has an occurrence at a time, to the millisecond. */
export function isOccurrence(rule: RecurrencePattern, at: Instant): boolean {
  return nextOccurrence(rule, at - 1) === at
}

/** Returns whether a rule has an occurrence on a day, counted from 1 January 1970. */
function fits(rule: RecurrencePattern, day: number): boolean {
  const startDay = Math.floor(rule.start / DAY_MS)
  const date = new Date(day * DAY_MS)
  const start = new Date(rule.start)
  switch (rule.frequency) {
    case RecurrenceFrequency.DAILY:
      return rule.by_weekday === null || rule.by_weekday.includes(weekday(day))
    case RecurrenceFrequency.WEEKLY: {
      const weeks = (monday(day) - monday(startDay)) / 7
      return weeks % rule.interval === 0 && weekday(day) === (rule.by_weekday?.[0] ?? weekday(startDay))
    }
    case RecurrenceFrequency.MONTHLY: {
      const [nth] = rule.by_n_weekday ?? []
      return nth ? weekday(day) === nth.day && isNth(day, nth.n) : date.getUTCDate() === start.getUTCDate()
    }
    default:
      return (
        date.getUTCMonth() + 1 === (rule.by_month?.[0] ?? start.getUTCMonth() + 1) &&
        date.getUTCDate() === (rule.by_month_day?.[0] ?? start.getUTCDate())
      )
  }
}

const weekday = (day: number): number => (((day + EPOCH_WEEKDAY) % 7) + 7) % 7
const monday = (day: number): number => day - weekday(day) + MONDAY

function isNth(day: number, n: number): boolean {
  const date = new Date(day * DAY_MS)
  if (n < LAST_OF_MONTH) return Math.ceil(date.getUTCDate() / 7) === n
  return new Date((day + 7) * DAY_MS).getUTCMonth() !== date.getUTCMonth()
}
