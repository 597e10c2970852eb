const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** Returns the next instant after `now` at which a clock that shows UTC shows `HH:MM`. */
export function nextBackupAt(time: string, now: number): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const today = Math.floor(now / DAY_MS) * DAY_MS + (hours * 60 + minutes) * MINUTE_MS
  return today > now ? today : today + DAY_MS
}
