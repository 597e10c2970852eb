/** Buckets that are remembered; expired ones are dropped first. */
const BUCKETS_MAX = 1_000

/** Reads a response header by its name. */
export type ReadHeader = (name: string) => string | null

interface Bucket {
  remaining: number
  resetAt: number
}

/** Returns a header as a number; undefined if it is missing or no number. */
function numberOf(text: string | null): number | undefined {
  const value = text === null || text === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : undefined
}

/**
 * Rate limits of one token as the API reports them: a bucket for each route and major parameter, and the global limit.
 * Times are in ms of one monotonic clock. [LIM-1]
 */
export class RateLimits {
  /** Name of the bucket of a route. Routes with the same one share its limit. */
  readonly #names = new Map<string, string>()
  readonly #buckets = new Map<string, Bucket>()
  #globalUntil = 0

  /**
   * Returns the time until a request may be sent, 0 for now, and counts a request that may.
   * @param route method and path without parameters, or the operation id
   * @param major values of the major parameters
   */
  take(route: string, major: string, now: number): number {
    if (now < this.#globalUntil) return this.#globalUntil - now
    const bucket = this.#buckets.get(this.#keyOf(route, major))
    if (!bucket || bucket.resetAt <= now) return 0
    if (bucket.remaining <= 0) return bucket.resetAt - now
    bucket.remaining -= 1
    return 0
  }

  /** Notes the limits that a response reports. */
  note(route: string, major: string, header: ReadHeader, now: number): void {
    const name = header('x-ratelimit-bucket')
    if (name) this.#names.set(route, name)
    const remaining = numberOf(header('x-ratelimit-remaining'))
    const resetAfter = numberOf(header('x-ratelimit-reset-after'))
    if (remaining === undefined || resetAfter === undefined) return
    this.#makeRoom(now)
    const key = this.#keyOf(route, major)
    const known = this.#buckets.get(key)
    const resetAt = now + resetAfter * 1_000
    // Responses of requests that were sent at once may arrive in another order: the lowest count is the newest.
    const isSameWindow = known && known.resetAt > now && Math.abs(known.resetAt - resetAt) < 1_000
    this.#buckets.set(key, { remaining: isSameWindow ? Math.min(known.remaining, remaining) : remaining, resetAt })
  }

  /** Notes that all requests wait until a time. */
  noteGlobal(until: number): void {
    this.#globalUntil = Math.max(this.#globalUntil, until)
  }

  #keyOf(route: string, major: string): string {
    return `${this.#names.get(route) ?? route} ${major}`
  }

  #makeRoom(now: number): void {
    if (this.#buckets.size < BUCKETS_MAX) return
    for (const [key, { resetAt }] of this.#buckets) if (resetAt <= now) this.#buckets.delete(key)
    const [oldest] = this.#buckets.keys()
    if (oldest !== undefined && this.#buckets.size >= BUCKETS_MAX) this.#buckets.delete(oldest)
  }
}
