/** Close codes after which the session cannot be resumed, but a new one can begin. */
const SESSION_ENDED: readonly number[] = [4006, 4009]
/**
 * Close codes after which a client does not connect again: refused, disconnected by a moderator, call ended. A moved
 * client receives another voice server.
 */
const FINAL: readonly number[] = [1000, 4002, 4003, 4004, 4011, 4012, 4014, 4016, 4017, 4020, 4022]
const RETRY_MS = [0, 500, 1_000, 2_000, 4_000]
/** Time after which a connection counts as lasting: a loss is then followed by all attempts again. */
export const STABLE_MS = 10_000

/** Returns whether a session can be resumed after a close code. */
export function survives(code: number): boolean {
  return !SESSION_ENDED.includes(code)
}

/** Returns the pause before the next attempt in milliseconds; null if no attempt follows. */
export function pauseAfter(code: number, failures: number): number | null {
  return FINAL.includes(code) ? null : (RETRY_MS[failures] ?? null)
}
