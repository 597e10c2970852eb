import type { Clock } from './clock.ts'

/** Keys counted before ended windows are removed; the number doubles while all windows are open. */
const SWEEP_SIZE_MIN = 1_000

/** Uses of a key that are allowed in a window, which begins with the first use. */
export interface UseLimit {
  readonly key: string
  readonly limit: number
  readonly windowMs: number
}

/** Uses in the open window of a key, and the time until it ends; 0 and 0 without one. */
export interface UsesOfKey {
  readonly count: number
  readonly endsInMs: number
}

/** Counts uses of what has a limit that holds for all nodes together. */
export interface Uses {
  /**
   * Counts one use of each key. Returns the first limit that is used up; nothing is counted then. Limits of one caller
   * begin with the same key, by which nodes wait for each other.
   */
  take(limits: readonly UseLimit[]): Promise<(UseLimit & UsesOfKey) | null>
  used(key: string): Promise<UsesOfKey>
}

interface Window {
  count: number
  readonly endsAt: number
}

/** Uses of a process that is alone. */
export class MemoryUses implements Uses {
  readonly #clock: Clock
  readonly #windows = new Map<string, Window>()
  #sweepSize = SWEEP_SIZE_MIN

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Keys whose window is kept in memory. */
  get size(): number {
    return this.#windows.size
  }

  async take(limits: readonly UseLimit[]): Promise<(UseLimit & UsesOfKey) | null> {
    for (const limit of limits) {
      const used = this.#used(limit.key)
      if (used.count >= limit.limit) return { ...limit, ...used }
    }
    for (const { key, windowMs } of limits) this.#add(key, windowMs)
    return null
  }

  async used(key: string): Promise<UsesOfKey> {
    return this.#used(key)
  }

  #used(key: string): UsesOfKey {
    const now = this.#clock.now()
    const window = this.#windows.get(key)
    if (!window || window.endsAt <= now) return { count: 0, endsInMs: 0 }
    return { count: window.count, endsInMs: window.endsAt - now }
  }

  #add(key: string, windowMs: number): void {
    const now = this.#clock.now()
    const window = this.#windows.get(key)
    if (window && window.endsAt > now) {
      window.count += 1
      return
    }
    this.#windows.set(key, { count: 1, endsAt: now + windowMs })
    if (this.#windows.size > this.#sweepSize) this.#sweep(now)
  }

  /** Removes windows that have ended. The next sweep waits until the map has doubled, so sweeps stay cheap. */
  #sweep(now: number): void {
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key)
    this.#sweepSize = Math.max(SWEEP_SIZE_MIN, this.#windows.size * 2)
  }
}
