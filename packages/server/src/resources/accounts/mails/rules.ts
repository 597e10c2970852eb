import type { Instant } from '@guildhall/protocol'
import { HOUR_MS } from './model.ts'

const FIRST_RETRY_MS = 15_000
const GIVE_UP_MS = 24 * HOUR_MS

/**
 * Returns when a mail is sent again after a failure: pauses double and grow to an hour. Null once 24 hours have passed
 * since it was queued.
 *
 * @param attempts attempts that have failed, this one included
 */
export function nextAttempt(
  attempts: number,
  { createdAt, now }: { createdAt: Instant; now: Instant },
): Instant | null {
  const at = now + Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), HOUR_MS)
  return at - createdAt > GIVE_UP_MS ? null : at
}
