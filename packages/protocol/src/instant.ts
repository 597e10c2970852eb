/** A moment in ms since the Unix epoch, as the platform's clock gives it. */
export type Instant = number

const ISO = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/

/** Reads an ISO 8601 date or date and time; without an offset it is UTC, a date alone is its midnight. @throws RangeError */
export function instant(iso: string): Instant {
  const match = ISO.exec(iso)
  if (match) {
    const [, date = '', offset] = match
    const at = Date.parse(iso.length === date.length || offset ? iso : `${iso}Z`)
    // Date.parse carries 30 February over into March; that is a slip of the pen, not a date.
    if (!Number.isNaN(at) && new Date(Date.parse(date)).toISOString().startsWith(date)) return at
  }
  throw new RangeError(`not an ISO 8601 date or time: ${JSON.stringify(iso)}`)
}

/** The wire's form of a time: microseconds and an offset, since older clients cannot read a trailing `Z`. */
export function wireTime(at: Instant): string {
  return `${new Date(at).toISOString().slice(0, -1)}000+00:00`
}

export function wireTimeOrNull(at: Instant | null): string | null {
  return at === null ? null : wireTime(at)
}
