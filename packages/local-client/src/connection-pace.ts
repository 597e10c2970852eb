/** Connections of one application that are served at once within a window; further ones wait. [RPC-4] */
const CONNECTIONS_PER_WINDOW = 2
const WINDOW_MS = 60_000

/** Delays connections of applications that connect too often. */
export class ConnectionPace {
  readonly #starts = new Map<string, number[]>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  /** Counts a connection of an application, and returns the time that it has to wait, in ms. */
  delayOf(clientId: string): number {
    const now = this.#now()
    for (const [id, starts] of this.#starts) {
      if (starts.every((start) => now - start >= WINDOW_MS)) this.#starts.delete(id)
    }
    const starts = (this.#starts.get(clientId) ?? []).filter((start) => now - start < WINDOW_MS)
    const before = starts.at(-CONNECTIONS_PER_WINDOW)
    const start = before === undefined ? now : Math.max(now, before + WINDOW_MS)
    this.#starts.set(clientId, [...starts, start])
    return start - now
  }
}
