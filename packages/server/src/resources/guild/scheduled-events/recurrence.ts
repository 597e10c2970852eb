import { Faults, RecurrenceFrequency } from '@guildhall/protocol'
import type { RecurrenceRule } from '../../../kernel/model.ts'

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
