import { createHash } from 'node:crypto'
import type { Instant } from '@guildhall/protocol'

export interface LimitState {
  ok: boolean
  limit: number
  remaining: number
  resetAt: Instant
  retryAfterMs: number
}

interface Bucket {
  count: number
  resetAt: Instant
}

const BUCKETS_MAX = 200_000

/** Fixed windows: the first request of a key opens one. Memory is bounded: windows that are over are swept. */
export class RateLimits {
  readonly #off: boolean
  readonly #buckets = new Map<string, Bucket>()
  #sweepAt = BUCKETS_MAX / 4

  constructor(options: { mode: 'documented' | 'off' }) {
    this.#off = options.mode === 'off'
  }

  /** Counts one request; `ok` is false, and nothing counted, when the window is used up. */
  take(key: string, { limit, windowMs }: { limit: number; windowMs: number }, now: Instant): LimitState {
    if (this.#off) return { ok: true, limit, remaining: limit - 1, resetAt: now + windowMs, retryAfterMs: 0 }
    let bucket = this.#buckets.get(key)
    if (!bucket || bucket.resetAt <= now) {
      if (this.#buckets.size >= this.#sweepAt) this.#sweep(now)
      bucket = { count: 0, resetAt: now + windowMs }
      this.#buckets.set(key, bucket)
    }
    if (bucket.count >= limit) return this.#state(bucket, limit, now, false)
    bucket.count += 1
    return this.#state(bucket, limit, now, true)
  }

  /** The state without counting. */
  peek(key: string, { limit, windowMs }: { limit: number; windowMs: number }, now: Instant): LimitState {
    const bucket = this.#off ? undefined : this.#buckets.get(key)
    if (!bucket || bucket.resetAt <= now)
      return { ok: true, limit, remaining: limit, resetAt: now + windowMs, retryAfterMs: 0 }
    return this.#state(bucket, limit, now, bucket.count < limit)
  }

  #state(bucket: Bucket, limit: number, now: Instant, ok: boolean): LimitState {
    const { resetAt } = bucket
    return {
      ok,
      limit,
      remaining: Math.max(limit - bucket.count, 0),
      resetAt,
      retryAfterMs: ok ? 0 : Math.max(resetAt - now, 1),
    }
  }

  #sweep(now: Instant): void {
    for (const [key, bucket] of this.#buckets) if (bucket.resetAt <= now) this.#buckets.delete(key)
    // Under attack all may be live: then the oldest go, which only ever loosens somebody's limit.
    for (const key of this.#buckets.keys()) {
      if (this.#buckets.size < BUCKETS_MAX) break
      this.#buckets.delete(key)
    }
    this.#sweepAt = Math.max(this.#buckets.size * 2, BUCKETS_MAX / 4)
  }
}

/** The opaque name of a bucket. */
export function bucketId(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 32)
}

export function rateLimitHeaders(state: LimitState, bucket: string, now: Instant): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(state.limit),
    'X-RateLimit-Remaining': String(state.remaining),
    'X-RateLimit-Reset': (state.resetAt / 1000).toFixed(3),
    'X-RateLimit-Reset-After': (Math.max(state.resetAt - now, 0) / 1000).toFixed(3),
    'X-RateLimit-Bucket': bucket,
  }
}

export function rateLimitBody(state: LimitState, options: { global: boolean }): Record<string, unknown> {
  return {
    message: 'You are being rate limited.',
    retry_after: Math.ceil(state.retryAfterMs) / 1000,
    global: options.global,
  }
}
