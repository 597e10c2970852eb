import { setImmediate as nextTick } from 'node:timers/promises'

/**
 * A question that many ask, of which one at a time is asked. The answer is younger than the call: whoever calls while
 * it is being asked waits for the next one.
 */
export class SharedQuestion {
  readonly #ask: () => Promise<void>
  #asking: Promise<void> | null = null
  #next: Promise<void> | null = null

  constructor(ask: () => Promise<void>) {
    this.#ask = ask
  }

  /** Resolves with the end of a question that begins after this call; rejects as it does. */
  answered(): Promise<void> {
    // All calls of a tick share the question.
    this.#next ??= (this.#asking?.catch(() => undefined) ?? nextTick()).then(() => {
      this.#next = null
      this.#asking = this.#ask().finally(() => {
        this.#asking = null
      })
      return this.#asking
    })
    return this.#next
  }
}
