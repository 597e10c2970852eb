/**
 * Makes commits durable together. A contended unit of work commits asynchronously, so that its locks are free at
 * once; one flush of the write-ahead log then covers every commit before it. PostgreSQL writes its log in order: a
 * crash loses only the newest commits, and none of those was acknowledged.
 */
export class SharedFlush {
  readonly #flush: () => Promise<unknown>
  #waiting: Waiting[] = []
  #running = false

  /** @param flush makes everything durable that was committed before its call */
  constructor(flush: () => Promise<unknown>) {
    this.#flush = flush
  }

  /**
   * Whether a commit waits for a flush; later commits then queue behind it, so that deliveries keep the commit order.
   */
  get busy(): boolean {
    return this.#running
  }

  /** Runs `deliver` once the commits made so far are durable, in the order of the calls. */
  after(deliver: () => void): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.push({ deliver, resolve, reject })
    if (!this.#running) void this.#run()
    return promise
  }

  async #run(): Promise<void> {
    this.#running = true
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        await this.#flush()
      } catch (error) {
        for (const { reject } of batch) reject(new NotDurableError('The commit may be lost', { cause: error }))
        continue
      }
      for (const { deliver } of batch) deliver()
      for (const { resolve } of batch) resolve()
    }
    this.#running = false
  }
}

interface Waiting {
  deliver: () => void
  resolve: () => void
  reject: (error: unknown) => void
}

/** The store could not confirm that a commit reached its log. */
class NotDurableError extends Error {
  override name = 'NotDurableError'
}
