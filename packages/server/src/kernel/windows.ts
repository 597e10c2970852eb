import type { Clock } from './clock.ts'

/** Keys counted before ended windows are removed; the number doubles while all windows are open. */
const SWEEP_SIZE_MIN = 1_000

interface Window {
  count: number
  readonly endsAt: number
}

/** Counts uses by key in windows of one length, which begin with the first use. */
export class Windows<K> {
  readonly #clock: Clock
  readonly #lengthMs: number
  readonly #windows = new Map<K, Window>()
  #sweepSize = SWEEP_SIZE_MIN

  constructor(clock: Clock, lengthMs: number) {
    this.#clock = clock
    this.#lengthMs = lengthMs
  }

  /** Keys whose window is kept in memory. */
  get size(): number {
    return this.#windows.size
  }

  /** Returns the uses in the open window of a key, and the time until it ends; 0 and 0 without one. */
  used(key: K): { count: number; endsInMs: number } {
    const now = this.#clock.now()
    const window = this.#windows.get(key)
    if (!window || window.endsAt <= now) return { count: 0, endsInMs: 0 }
    return { count: window.count, endsInMs: window.endsAt - now }
  }

  /** Counts a use. */
  add(key: K): void {
    const now = this.#clock.now()
    const window = this.#windows.get(key)
    if (window && window.endsAt > now) {
      window.count += 1
      return
    }
    this.#windows.set(key, { count: 1, endsAt: now + this.#lengthMs })
    if (this.#windows.size > this.#sweepSize) this.#sweep(now)
  }

  /** Removes windows that have ended. The next sweep waits until the map has doubled, so sweeps stay cheap. */
  #sweep(now: number): void {
    for (const [key, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(key)
    this.#sweepSize = Math.max(SWEEP_SIZE_MIN, this.#windows.size * 2)
  }
}
