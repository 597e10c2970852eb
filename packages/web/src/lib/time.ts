import { dateFormat, relativeFormat } from './language/formats.ts'

const clock = () => dateFormat({ hour: 'numeric', minute: '2-digit' })

/** Returns the time of day, in the language of the app. */
export function timeOfDay(timestamp: string): string {
  return clock().format(new Date(timestamp))
}

/** Returns the date, in words. */
export function dayName(timestamp: string): string {
  return dateFormat({ dateStyle: 'long' }).format(new Date(timestamp))
}

/** Returns date and time in full, for tooltips. */
export function fullTime(timestamp: string): string {
  return dateFormat({ dateStyle: 'full', timeStyle: 'short' }).format(new Date(timestamp))
}

/** Returns date and time for a column of a table. */
export function shortTime(timestamp: string): string {
  return dateFormat({ dateStyle: 'medium', timeStyle: 'short' }).format(new Date(timestamp))
}

/** Returns the time of a message: the time of day for today, with the date for others. */
export function messageTime(timestamp: string, now = Date.now()): string {
  const date = new Date(timestamp)
  return isSameDay(timestamp, new Date(now).toISOString())
    ? clock().format(date)
    : dateFormat({ dateStyle: 'short', timeStyle: 'short' }).format(date)
}

/** Returns whether two times are on one day of the person's calendar. */
function isSameDay(one: string, other: string): boolean {
  return new Date(one).toDateString() === new Date(other).toDateString()
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** Returns the distance of a time from now, such as "in 3 hours". */
export function relativeTime(timeMs: number, now = Date.now()): string {
  const seconds = Math.round((timeMs - now) / 1000)
  const relative = relativeFormat()
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit)
  }
  return relative.format(seconds, 'second')
}
