import { GATEWAY_SENDS_MAX, GATEWAY_SENDS_PER_MS } from '@guildhall/protocol'

/** Counts the commands of one connection: 120 in 60 seconds. */
export class CommandRate {
  /** Times of the last commands. */
  readonly #times: number[] = []

  /** Counts a command. Returns whether there were too many. */
  exceeded(now: number): boolean {
    this.#times.push(now)
    if (this.#times.length <= GATEWAY_SENDS_MAX) return false
    const oldest = this.#times.shift() ?? 0
    return oldest > now - GATEWAY_SENDS_PER_MS
  }
}

/** Returns the reason of the tape for a client with too many commands. */
export function whyRateLimited(): string {
  return `more than ${GATEWAY_SENDS_MAX} commands came in ${GATEWAY_SENDS_PER_MS / 1000} s`
}
