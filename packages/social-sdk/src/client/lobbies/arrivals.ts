/** Longest wait for the events of a lobby after the response that made the player a member. */
const ARRIVAL_MAX_MS = 5_000

/** Requests that wait until the events of a lobby have begun. */
export class Arrivals {
  readonly #waiting = new Map<bigint, Set<() => void>>()
  readonly #ended: AbortSignal

  /** @param ended is aborted when the Client ends */
  constructor(ended: AbortSignal) {
    this.#ended = ended
  }

  /** Resolves with the announcement of a lobby, after a time limit, and at the end of the Client. */
  wait(id: bigint): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const waiting = this.#waiting.get(id) ?? new Set()
    const settle = () => {
      clearTimeout(timer)
      this.#ended.removeEventListener('abort', settle)
      waiting.delete(settle)
      if (waiting.size === 0) this.#waiting.delete(id)
      resolve()
    }
    const timer = setTimeout(settle, ARRIVAL_MAX_MS)
    this.#ended.addEventListener('abort', settle)
    this.#waiting.set(id, waiting.add(settle))
    return promise
  }

  /** Resolves the waits for a lobby. */
  announce(id: bigint): void {
    for (const settle of this.#waiting.get(id) ?? []) settle()
  }
}
