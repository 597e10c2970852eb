/** A length of time: milliseconds, or a text such as `15 minutes`, `1.5 hours` or `500 ms`. */
export type Duration = number | string

const UNITS: readonly [name: RegExp, ms: number][] = [
  [/^(ms|milliseconds?)$/, 1],
  [/^(s|seconds?)$/, 1_000],
  [/^(min|minutes?)$/, 60_000],
  [/^(h|hours?)$/, 3_600_000],
  [/^(d|days?)$/, 86_400_000],
  [/^(w|weeks?)$/, 604_800_000],
]

/**
 * Returns the milliseconds of a duration.
 * @throws TypeError for another text, and a number that is no length of time
 */
export function msOf(duration: Duration): number {
  if (typeof duration === 'number') {
    if (Number.isFinite(duration) && duration >= 0) return duration
    throw new TypeError(`${duration} is no duration; it must be at least 0 ms`)
  }
  const [, number = '', unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([a-z]+)\s*$/i.exec(duration) ?? []
  const [, unitMs] = UNITS.find(([name]) => name.test(unit.toLowerCase())) ?? []
  if (unitMs === undefined) throw new TypeError(`"${duration}" is no duration; write for example "15 minutes"`)
  return Number(number) * unitMs
}
