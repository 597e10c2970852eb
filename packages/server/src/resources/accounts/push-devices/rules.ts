import type { Instant } from '@guildhall/protocol'

const FIRST_RETRY_MS = 5_000
const RETRY_FACTOR = 4
const RETRY_MAX_MS = 3_600_000
/** Attempts to send one message. */
const ATTEMPTS_MAX = 6

/** Result of an attempt to send a message. */
export type PushOutcome = 'sent' | 'gone' | 'refused' | 'again'

/** Returns what a status of a push service says. Redirects are not followed. */
export function outcomeOf(status: number): PushOutcome {
  if (status >= 200 && status < 300) return 'sent'
  if (status === 404 || status === 410) return 'gone'
  return status === 408 || status === 429 || status >= 500 ? 'again' : 'refused'
}

/**
 * Returns when a message is sent again after a failure; null once it is of no use, or after the last attempt.
 *
 * @param attempts attempts that have failed, this one included
 * @param retryAfter seconds that the push service asks for
 */
export function nextPush(
  attempts: number,
  { now, expiresAt, retryAfter }: { now: Instant; expiresAt: Instant; retryAfter: number | null },
): Instant | null {
  const own = FIRST_RETRY_MS * RETRY_FACTOR ** (attempts - 1)
  const at = now + Math.min(Math.max(own, (retryAfter ?? 0) * 1000), RETRY_MAX_MS)
  return attempts >= ATTEMPTS_MAX || at >= expiresAt ? null : at
}
