import type { Clock } from '../../kernel/clock.ts'

/** Limit of updates: a number of them per window. */
export interface Pace {
  readonly limit: number
  readonly windowMs: number
}

/**
 * Runs at most a number of updates of each key per window. One that comes too early runs when the window allows it,
 * unless a later one replaces it.
 */
export class PacedUpdates<K> {
  readonly #clock: Clock
  readonly #pace: Pace
  /** Times of the last updates that ran, by key; at most `limit`. */
  readonly #times = new Map<K, number[]>()
  readonly #waiting = new Map<K, () => void>()

  constructor(clock: Clock, pace: Pace) {
    this.#clock = clock
    this.#pace = pace
  }

  /** Runs an update now or when the pace allows it. It replaces the waiting update of the key. */
  run(key: K, update: () => void): void {
    this.#cancel(key)
    const times = this.#times.get(key) ?? []
    this.#times.set(key, times)
    const now = this.#clock.now()
    const freeAt = times.length < this.#pace.limit ? now : (times[0] ?? now) + this.#pace.windowMs
    if (freeAt <= now) {
      if (times.length >= this.#pace.limit) times.shift()
      times.push(now)
      update()
      return
    }
    const cancel = this.#clock.at(freeAt, () => {
      this.#waiting.delete(key)
      this.run(key, update)
    })
    this.#waiting.set(key, cancel)
  }

  /** Forgets a key and its waiting update. */
  forget(key: K): void {
    this.#cancel(key)
    this.#times.delete(key)
  }

  #cancel(key: K): void {
    this.#waiting.get(key)?.()
    this.#waiting.delete(key)
  }
}
