import { RecurrenceFrequency as Frequency, type RecurrenceRuleObject } from '@guildhall/protocol'
import { dateFormat } from '../../lib/language/formats.ts'
import { msg, t } from '../../lib/language/text.ts'

/** Ways in which an event can repeat. */
export const REPEATS = ['never', 'daily', 'weekdays', 'weekly', 'fortnightly', 'monthly', 'yearly'] as const
export type Repeat = (typeof REPEATS)[number]

/** Part of a rule that the API takes. */
type RequestedRule = Pick<RecurrenceRuleObject, 'start' | 'frequency' | 'interval'> &
  Partial<Pick<RecurrenceRuleObject, 'by_weekday' | 'by_n_weekday' | 'by_month' | 'by_month_day'>>

const WEEKDAYS = [0, 1, 2, 3, 4]
const DAYS_OF_WEEK = 7
const LAST_OF_MONTH = 5

/** Returns the day of the week in UTC, as in rules: 0 is Monday. */
function weekdayOf(date: Date): number {
  return (date.getUTCDay() + DAYS_OF_WEEK - 1) % DAYS_OF_WEEK
}

/** Returns the position of a weekday in its month: 1 to 4, or 5 for the last one. */
function weekOfMonth(date: Date): number {
  return Math.min(Math.ceil(date.getUTCDate() / DAYS_OF_WEEK), LAST_OF_MONTH)
}

/** Returns the rule for an event that starts at a time; null for one that does not repeat. Rules are in UTC. */
export function ruleFor(repeat: Repeat, start: string): RequestedRule | null {
  const date = new Date(start)
  const day = weekdayOf(date)
  switch (repeat) {
    case 'never':
      return null
    case 'daily':
      return { start, frequency: Frequency.DAILY, interval: 1 }
    case 'weekdays':
      return { start, frequency: Frequency.DAILY, interval: 1, by_weekday: WEEKDAYS }
    case 'weekly':
      return { start, frequency: Frequency.WEEKLY, interval: 1, by_weekday: [day] }
    case 'fortnightly':
      return { start, frequency: Frequency.WEEKLY, interval: 2, by_weekday: [day] }
    case 'monthly':
      return { start, frequency: Frequency.MONTHLY, interval: 1, by_n_weekday: [{ n: weekOfMonth(date), day }] }
    case 'yearly': {
      const [by_month, by_month_day] = [[date.getUTCMonth() + 1], [date.getUTCDate()]]
      return { start, frequency: Frequency.YEARLY, interval: 1, by_month, by_month_day }
    }
  }
}

/** Returns the way in which a rule repeats. */
export function repeatOf(rule: Pick<RecurrenceRuleObject, 'frequency' | 'interval' | 'by_weekday'> | null): Repeat {
  if (!rule) return 'never'
  if (rule.frequency === Frequency.YEARLY) return 'yearly'
  if (rule.frequency === Frequency.MONTHLY) return 'monthly'
  if (rule.frequency === Frequency.WEEKLY) return rule.interval === 2 ? 'fortnightly' : 'weekly'
  return rule.by_weekday ? 'weekdays' : 'daily'
}

/** Repetitions every month, by the position of the weekday. */
const MONTHLY = [
  msg('Every month on the first {weekday}'),
  msg('Every month on the second {weekday}'),
  msg('Every month on the third {weekday}'),
  msg('Every month on the fourth {weekday}'),
  msg('Every month on the last {weekday}'),
] as const

/** Returns a repetition in words, for an event that starts at a time. */
export function repeatWords(repeat: Repeat, start: string): string {
  const date = new Date(start)
  const words = (options: Intl.DateTimeFormatOptions) => dateFormat(options).format(date)
  // Days of a month are those of UTC, by which rules are read. Weeks are the same everywhere.
  const weekday = (timeZone?: string) => words({ weekday: 'long', timeZone })
  switch (repeat) {
    case 'never':
      return t('Does not repeat')
    case 'daily':
      return t('Every day')
    case 'weekdays':
      return t('Every weekday, Monday to Friday')
    case 'weekly':
      return t('Every week on {weekday}', { weekday: weekday() })
    case 'fortnightly':
      return t('Every other week on {weekday}', { weekday: weekday() })
    case 'monthly':
      return t(MONTHLY[weekOfMonth(date) - 1] ?? MONTHLY[4], { weekday: weekday('UTC') })
    case 'yearly':
      return t('Every year on {date}', { date: words({ month: 'long', day: 'numeric', timeZone: 'UTC' }) })
  }
}
