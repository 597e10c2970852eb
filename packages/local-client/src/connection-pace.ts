/** Connections of one application that are served at once within a window; further ones wait. [RPC-4] */
const CONNECTIONS_PER_WINDOW = 2
const WINDOW_MS = 60_000

export interface Timer {
  /** Monotonic time in ms. */
  now(): number
  /** @throws AbortError when `signal` ends the wait */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

/** A time at which a connection is served. */
interface Place {
  readonly start: number
}

/** Delays connections of applications that connect too often. */
export class ConnectionPace {
  /** Places of each application in the order of their times. */
  readonly #places = new Map<string, Place[]>()
  readonly #timer: Timer

  constructor(timer: Timer) {
    this.#timer = timer
  }

  /**
   * Counts a connection of an application, and waits until it is served. A connection that ends before counts no more:
   * a game that gives up and connects again would else wait longer each time.
   *
   * @throws AbortError when the connection ends before
   */
  async turn(clientId: string, ended: AbortSignal): Promise<void> {
    ended.throwIfAborted()
    const place = this.#take(clientId)
    const delayMs = place.start - this.#timer.now()
    if (delayMs <= 0) return
    try {
      await this.#timer.wait(delayMs, ended)
    } catch (error) {
      const places = this.#places.get(clientId) ?? []
      this.#places.set(
        clientId,
        places.filter((one) => one !== place),
      )
      throw error
    }
  }

  #take(clientId: string): Place {
    const now = this.#timer.now()
    for (const [id, places] of this.#places) {
      const counted = places.filter(({ start }) => now - start < WINDOW_MS)
      if (counted.length > 0) this.#places.set(id, counted)
      else this.#places.delete(id)
    }
    const places = this.#places.get(clientId) ?? []
    const before = places.at(-CONNECTIONS_PER_WINDOW)
    const place = { start: before === undefined ? now : Math.max(now, before.start + WINDOW_MS) }
    this.#places.set(
      clientId,
      [...places, place].sort((one, other) => one.start - other.start),
    )
    return place
  }
}
