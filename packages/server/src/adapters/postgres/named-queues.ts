/** Waits of this process for the same name, in order: cheaper than waiting for each other in the database. */
export class NamedQueues {
  readonly #queues = new Map<string, { last: Promise<void>; size: number }>()

  /** Resolves at this caller's turn with the function that ends it. */
  async enter(name: string): Promise<() => void> {
    const queue = this.#queues.get(name) ?? { last: Promise.resolve(), size: 0 }
    this.#queues.set(name, queue)
    const before = queue.last
    const { promise, resolve } = Promise.withResolvers<void>()
    queue.last = promise
    queue.size += 1
    if (queue.size > 1) await before
    return () => {
      queue.size -= 1
      if (queue.size === 0) this.#queues.delete(name)
      resolve()
    }
  }

  /** Whether nobody holds the name. */
  free(name: string): boolean {
    return !this.#queues.has(name)
  }

  /** Whether somebody waits for whoever holds the name. */
  contended(name: string): boolean {
    return (this.#queues.get(name)?.size ?? 0) > 1
  }
}
