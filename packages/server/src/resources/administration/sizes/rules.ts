import type { Instant } from '@guildhall/protocol'

const DAY_MS = 86_400_000

/** Returns the bytes by which a platform grows in a day, since an older sample; 0 without one. */
export function growthPerDay(
  sample: { readonly day: number; readonly bytes: number } | undefined,
  bytes: number,
  now: Instant,
): number {
  if (!sample) return 0
  return Math.round((bytes - sample.bytes) / Math.max(1, now / DAY_MS - sample.day))
}
