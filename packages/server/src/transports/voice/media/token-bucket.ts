/** A limit of events per second that allows bursts of as many at once. Times are monotonic, in ms. */
export class TokenBucket {
  readonly #perSecond: number
  #tokens: number
  #at = 0

  constructor(perSecond: number) {
    this.#perSecond = perSecond
    this.#tokens = perSecond
  }

  /** Counts an event. Returns false if it exceeds the limit. */
  take(now: number): boolean {
    this.#tokens = Math.min(this.#perSecond, this.#tokens + ((now - this.#at) * this.#perSecond) / 1_000)
    this.#at = now
    if (this.#tokens < 1) return false
    this.#tokens -= 1
    return true
  }
}
