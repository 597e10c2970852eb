/** Moment in ms since the Unix epoch, as the platform's clock gives it. */
export type Instant = number

const ISO = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/

/**
 * Parses an ISO 8601 date or date and time. Without an offset it is UTC; a date alone is its midnight.
 *
 * @throws RangeError
 */
export function instant(iso: string): Instant {
  const match = ISO.exec(iso)
  if (match) {
    const [, date = '', offset] = match
    const at = Date.parse(iso.length === date.length || offset ? iso : `${iso}Z`)
    // Date.parse reads 30 February as 2 March; such a date is rejected.
    if (!Number.isNaN(at) && new Date(Date.parse(date)).toISOString().startsWith(date)) return at
  }
  throw new RangeError(`not an ISO 8601 date or time: ${JSON.stringify(iso)}`)
}

const DAY_MS = 86_400_000
/** First ms of a day and its text on the wire. Most times of one response share the day. */
let dayStart = Number.NaN
let dayText = ''

/** Returns a time in ISO 8601 with microseconds and an offset, since older clients cannot parse a trailing `Z`. */
export function wireTime(at: Instant): string {
  const ms = Math.trunc(at)
  if (!(ms >= dayStart && ms < dayStart + DAY_MS)) rememberDay(ms)
  const sinceStart = ms - dayStart
  const seconds = Math.floor(sinceStart / 1000)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  const clock = `${twoDigits(hours)}:${twoDigits(minutes - hours * 60)}:${twoDigits(seconds - minutes * 60)}`
  return `${dayText}${clock}.${threeDigits(sinceStart - seconds * 1000)}000+00:00`
}

/** Stores the day of a time. @throws RangeError outside the range of dates */
function rememberDay(ms: Instant): void {
  dayText = new Date(ms).toISOString().slice(0, -'HH:MM:SS.sssZ'.length)
  dayStart = Math.floor(ms / DAY_MS) * DAY_MS
}

function twoDigits(value: number): string {
  return value < 10 ? `0${value}` : `${value}`
}

function threeDigits(value: number): string {
  return value < 100 ? `0${twoDigits(value)}` : `${value}`
}

/** Returns a time as `wireTime` does, and null for null. */
export function wireTimeOrNull(at: Instant | null): string | null {
  return at === null ? null : wireTime(at)
}
