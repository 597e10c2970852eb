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
    this.#next ??= this.#turn().then(() => {
      this.#next = null
      this.#asking = this.#ask().finally(() => {
        this.#asking = null
      })
      return this.#asking
    })
    return this.#next
  }

  /** Resolves when the next question may begin: all calls of a turn of the event loop share it. */
  async #turn(): Promise<void> {
    if (this.#asking !== null) {
      await this.#asking.catch(() => undefined)
      // Those who have their answer may ask again in the next turn.
      await nextTick()
    }
    await nextTick()
  }
}
