import type { Instant } from '@guildhall/protocol'

/** The same day and time a month later; in a shorter month its last day. */
export function monthAfter(at: Instant): Instant {
  const date = new Date(at)
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 0)).getUTCDate()
  const day = Math.min(date.getUTCDate(), days)
  const time = at - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate())
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, day) + time
}
