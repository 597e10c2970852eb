/** Returns the person's language; undefined, the default of Intl, if the browser names none that is valid. */
function personLocale(): string | undefined {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0]
  } catch {
    return undefined
  }
}

const locale = personLocale()
const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' })
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long' })
const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short' })
const short = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short' })
const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

/** Returns the time of day, in the person's locale. */
export function timeOfDay(timestamp: string): string {
  return clock.format(new Date(timestamp))
}

/** Returns the date, in words. */
export function dayName(timestamp: string): string {
  return day.format(new Date(timestamp))
}

/** Returns date and time in full, for tooltips. */
export function fullTime(timestamp: string): string {
  return full.format(new Date(timestamp))
}

/** Returns the time of a message: the time of day for today, with the date for others. */
export function messageTime(timestamp: string, now = Date.now()): string {
  const date = new Date(timestamp)
  return isSameDay(timestamp, new Date(now).toISOString()) ? clock.format(date) : short.format(date)
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
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return relative.format(Math.round(seconds / size), unit)
  }
  return relative.format(seconds, 'second')
}
