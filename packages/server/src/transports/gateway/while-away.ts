import { ApiError, type Instant } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'

/** Pause between two attempts. */
const RETRIED_MS = 1_000
/** Time after a request in which it is tried again. Clients of voice wait for less than that. */
const TRIED_FOR_MS = 60_000

interface Attempts {
  /** Wall-clock time of the request. Default now. */
  readonly since?: Instant
  /** Time after it in which the task is tried again. Default a minute. */
  readonly triedForMs?: number
  /** Returns whether the outcome is still wanted. Asked before each further attempt. */
  readonly isWanted?: () => boolean
}

/**
 * Runs a task again and again while the store refuses it, for a request that has no response with an error. The task
 * must do nothing twice.
 *
 * @returns undefined once the outcome is not wanted any more
 * @throws OVERLOADED after the time of the attempts, and while the gateway closes
 */
export type WhileAway = <T>(task: () => Promise<T>, attempts?: Attempts) => Promise<T | undefined>

/** Attempts of all sessions of a gateway. */
export class Retries {
  readonly #wallClock: Clock
  #isClosing = false

  constructor(wallClock: Clock) {
    this.#wallClock = wallClock
  }

  readonly whileAway: WhileAway = async (task, attempts = {}) => {
    const { since = this.#wallClock.now(), triedForMs = TRIED_FOR_MS, isWanted = () => true } = attempts
    for (;;) {
      try {
        return await task()
      } catch (error) {
        const isLate = this.#wallClock.now() - since >= triedForMs
        const isAway = error instanceof ApiError && error.errorName === 'OVERLOADED'
        if (!isAway || isLate || this.#isClosing) throw error
      }
      await new Promise<void>((resolve) => this.#wallClock.at(this.#wallClock.now() + RETRIED_MS, resolve))
      if (!isWanted()) return undefined
    }
  }

  /** Tries nothing again from now on. */
  close(): void {
    this.#isClosing = true
  }
}
