import { createHash } from 'node:crypto'
import type { Instant } from '@guildhall/protocol'
import type { NodeMessages } from '../../kernel/node-messages.ts'
import { SharedCounts, type WindowCount } from './shared-counts.ts'

/** Requests per window. */
export interface Limit {
  readonly limit: number
  readonly windowMs: number
}

export interface LimitState {
  ok: boolean
  limit: number
  remaining: number
  resetAt: Instant
  /** 0 where `ok`. */
  retryAfterMs: number
}

interface Window {
  count: number
  resetAt: Instant
}

const WINDOWS_MAX = 200_000
/** Windows below which no sweep runs. */
const SWEEP_MIN = 10_000
/** Longest key: keys contain path parameters as sent. */
const KEY_MAX = 200
/** Latest end of a window that another node has opened. All windows of operations are shorter. */
const SHARED_WINDOW_MAX_MS = 86_400_000
/** Time by which the clock of another node may be ahead. */
const SKEW_MAX_MS = 1_000

/**
 * Rate limits by fixed windows: the first request of a key opens one. Ended windows are removed whenever the number of
 * windows has doubled. Above WINDOWS_MAX the oldest are dropped, which only loosens a limit. [LIM-17]
 */
export class RateLimits {
  readonly #off: boolean
  readonly #windows = new Map<string, Window>()
  #sweepAt = SWEEP_MIN
  /** Null for a process that is alone. */
  #shared: SharedCounts | null = null
  #skewMs = 0

  constructor(options: { mode: 'documented' | 'off' }) {
    this.#off = options.mode === 'off'
  }

  /** Counts requests for all nodes from now on. */
  share(messages: NodeMessages, now: () => Instant): void {
    if (this.#off) return
    this.#shared = new SharedCounts(messages, (window) => this.#add(window, now()))
    this.#skewMs = SKEW_MAX_MS
  }

  /** Number of windows in memory. */
  get size(): number {
    return this.#windows.size
  }

  /** Counts one request. If the window is used up, `ok` is false and nothing is counted. */
  take(key: string, limit: Limit, now: Instant): LimitState {
    if (this.#off) return untouched(limit, limit.limit - 1, now)
    const short = shortKey(key)
    let window = this.#open(short, limit, now)
    window ??= this.#begin(short, now + limit.windowMs, now)
    if (window.count >= limit.limit) return stateOf(window, limit, now, false)
    window.count += 1
    this.#shared?.counted(short, window.resetAt)
    return stateOf(window, limit, now, true)
  }

  #begin(key: string, resetAt: Instant, now: Instant): Window {
    // Deleted first, so that a reopened window counts among the youngest.
    this.#windows.delete(key)
    if (this.#windows.size >= this.#sweepAt) this.#sweep(now)
    const window = { count: 0, resetAt }
    this.#windows.set(key, window)
    return window
  }

  /**
   * Adds requests that another node has counted. Of two windows that nodes have opened for one key, the one that ends
   * earlier counts: no caller waits longer than a response has said.
   */
  #add({ key, resetAt, count }: WindowCount, now: Instant): void {
    if (resetAt <= now || resetAt > now + SHARED_WINDOW_MAX_MS) return
    let window = this.#windows.get(key)
    if (!window || window.resetAt <= now) window = this.#begin(key, resetAt, now)
    window.resetAt = Math.min(window.resetAt, resetAt)
    window.count += count
  }

  /** Returns the state without counting a request. */
  peek(key: string, limit: Limit, now: Instant): LimitState {
    const window = this.#off ? undefined : this.#open(shortKey(key), limit, now)
    return window ? stateOf(window, limit, now, window.count < limit.limit) : untouched(limit, limit.limit, now)
  }

  /** Returns a window that has not ended. One that ends too late is from before the clock was set back. */
  #open(key: string, { windowMs }: Limit, now: Instant): Window | undefined {
    const window = this.#windows.get(key)
    return window && window.resetAt > now && window.resetAt - now <= windowMs + this.#skewMs ? window : undefined
  }

  /** Forgets all requests. */
  clear(): void {
    this.#windows.clear()
  }

  #sweep(now: Instant): void {
    for (const [key, window] of this.#windows) if (window.resetAt <= now) this.#windows.delete(key)
    // Under attack all windows may be open. A quarter is dropped at once; otherwise each request would sweep again.
    if (this.#windows.size >= WINDOWS_MAX) {
      for (const key of this.#windows.keys()) {
        if (this.#windows.size <= WINDOWS_MAX * 0.75) break
        this.#windows.delete(key)
      }
    }
    this.#sweepAt = Math.min(Math.max(this.#windows.size * 2, SWEEP_MIN), WINDOWS_MAX)
  }
}

function untouched({ limit, windowMs }: Limit, remaining: number, now: Instant): LimitState {
  return { ok: true, limit, remaining: Math.max(remaining, 0), resetAt: now + windowMs, retryAfterMs: 0 }
}

function stateOf(window: Window, { limit }: Limit, now: Instant, ok: boolean): LimitState {
  const { count, resetAt } = window
  return { ok, limit, remaining: Math.max(limit - count, 0), resetAt, retryAfterMs: ok ? 0 : resetAt - now }
}

function shortKey(key: string): string {
  return key.length <= KEY_MAX ? key : createHash('sha256').update(key).digest('base64')
}

/** Returns the opaque name of a bucket. It is equal on every node and after a restart. */
export function bucketId(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 32)
}

/** Returns the headers of a response of a limited route, names and values by turns; times are in seconds. [LIM-17] */
export function rateLimitHeaders(state: LimitState, bucket: string, now: Instant): string[] {
  return [
    'x-ratelimit-limit',
    String(state.limit),
    'x-ratelimit-remaining',
    String(state.remaining),
    'x-ratelimit-reset',
    inSeconds(state.resetAt),
    'x-ratelimit-reset-after',
    inSeconds(Math.max(state.resetAt - now, 0)),
    'x-ratelimit-bucket',
    bucket,
  ]
}

/** Writes a time as seconds with three decimals, as `toFixed` does, which takes several times as long. */
function inSeconds(ms: number): string {
  const rounded = Math.round(ms)
  const seconds = Math.floor(rounded / 1000)
  const rest = rounded - seconds * 1000
  return `${seconds}.${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}`
}

export interface RateLimitBodyOptions {
  global: boolean
  /** Whether the limit is shared by all callers of a resource. */
  shared?: boolean
  /** Error code, if one is documented. */
  code?: number
}

/** Returns the body of a 429; `retry_after` is in seconds with decimals. [LIM-17] */
export function rateLimitBody(
  state: LimitState,
  { global, shared, code }: RateLimitBodyOptions,
): Record<string, unknown> {
  return {
    message: shared ? 'The resource is being rate limited.' : 'You are being rate limited.',
    retry_after: Math.ceil(state.retryAfterMs) / 1000,
    global,
    ...(code === undefined ? {} : { code }),
  }
}
