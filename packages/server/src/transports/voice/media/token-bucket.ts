/** A limit of events per second that allows bursts of as many at once. Times are monotonic, in ms. */
export class TokenBucket {
  readonly #perSecond: number
  #tokens: number
  #at = 0

  constructor(perSecond: number) {
    this.#perSecond = perSecond
    this.#tokens = perSecond
  }

  /** Counts an event, or several at once. Returns false if they exceed the limit. */
  take(now: number, count = 1): boolean {
    this.#tokens = Math.min(this.#perSecond, this.#tokens + ((now - this.#at) * this.#perSecond) / 1_000)
    this.#at = now
    if (this.#tokens < count) return false
    this.#tokens -= count
    return true
  }
}
