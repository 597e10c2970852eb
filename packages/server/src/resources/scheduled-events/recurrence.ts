import { Faults, type Instant, RecurrenceFrequency } from '@guildhall/protocol'
import type { RecurrenceRule } from '../../kernel/model.ts'

const DAY_MS = 86_400_000
const MONDAY = 0
/** Longest distance to the next occurrence: 29 February, which most centuries lack. */
const DAYS_MAX = 366 * 8 + 1
/** 1 January 1970 was a Thursday. */
const EPOCH_WEEKDAY = 3
/** In a rule the fifth weekday is the last of the month. */
const LAST_OF_MONTH = 5
/** Sets of weekdays that a daily event may have. */
const DAY_SETS: readonly (readonly number[])[] = [
  [0, 1, 2, 3, 4],
  [1, 2, 3, 4, 5],
  [6, 0, 1, 2, 3],
  [4, 5],
  [5, 6],
  [6, 0],
]

/** A requested rule, with the fields that callers may not set. */
export interface RequestedRule extends RecurrenceRule {
  end: unknown
  count: unknown
  by_year_day: unknown
}

/** Returns the faults of a rule beyond the documented limits; empty for a valid one. */
export function faultsOfRule(rule: RequestedRule): Faults {
  const faults = new Faults()
  const bad = (field: string, message: string) => faults.add([field], 'RECURRENCE_RULE_INVALID', message)
  const { frequency, interval, by_weekday, by_n_weekday, by_month, by_month_day } = rule
  for (const field of ['end', 'count', 'by_year_day'] as const)
    if (rule[field] != null) bad(field, 'This field cannot be set.')
  if (interval !== 1 && !(frequency === RecurrenceFrequency.WEEKLY && interval === 2))
    bad('interval', 'Must be 1, or 2 for a weekly event.')
  if ([by_weekday, by_n_weekday, by_month ?? by_month_day].filter((list) => list !== null).length > 1)
    bad('by_weekday', 'by_weekday, by_n_weekday, and by_month with by_month_day exclude each other.')
  if (by_weekday) {
    if (frequency === RecurrenceFrequency.DAILY) {
      if (!DAY_SETS.some((days) => sameSet(days, by_weekday))) bad('by_weekday', 'Not a known set of weekdays.')
    } else if (frequency !== RecurrenceFrequency.WEEKLY) bad('by_weekday', 'Only for daily and weekly events.')
    else if (by_weekday.length !== 1) bad('by_weekday', 'Must be one day.')
  }
  if (by_n_weekday && (frequency !== RecurrenceFrequency.MONTHLY || by_n_weekday.length !== 1))
    bad('by_n_weekday', 'Only for monthly events, and one day.')
  if (by_month || by_month_day) {
    if (frequency !== RecurrenceFrequency.YEARLY) bad('by_month', 'Only for annual events.')
    if (by_month?.length !== 1 || by_month_day?.length !== 1) bad('by_month_day', 'Must be one month and one day.')
    else if (!isDate(by_month[0] ?? 0, by_month_day[0] ?? 0)) bad('by_month_day', 'There is no such date.')
  }
  return faults
}

function sameSet(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((entry) => b.includes(entry))
}

/** Returns whether a date exists in some year. */
function isDate(month: number, day: number): boolean {
  const LEAP_YEAR = 2024
  return day >= 1 && new Date(Date.UTC(LEAP_YEAR, month - 1, day)).getUTCMonth() === month - 1
}

/** Returns the first occurrence later than `after`; null if the rule has none. All times are UTC. */
export function nextOccurrence(rule: RecurrenceRule, after: Instant): Instant | null {
  const timeOfDay = ((rule.start % DAY_MS) + DAY_MS) % DAY_MS
  const first = Math.floor(Math.max(after, rule.start) / DAY_MS)
  for (let day = first; day < first + DAYS_MAX; day += 1) {
    const at = day * DAY_MS + timeOfDay
    if (at > after && at >= rule.start && fits(rule, day)) return at
  }
  return null
}

/** Returns whether a rule has an occurrence at a time, to the millisecond. */
export function isOccurrence(rule: RecurrenceRule, at: Instant): boolean {
  return nextOccurrence(rule, at - 1) === at
}

/** Returns whether a rule has an occurrence on a day, counted from 1 January 1970. */
function fits(rule: RecurrenceRule, day: number): boolean {
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
