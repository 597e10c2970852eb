/** Longest stretch of work before all else gets its turn. */
const STRETCH_MS = 5
/** How many do their waiting side by side, where the store is asked over a network. */
const LANES = 4

/** Does one thing after another, a few at once, and lets the rest of the process have its turn between them. */
export class Turns {
  readonly #waiting: (() => Promise<void>)[] = []
  #running = 0
  #stretchEnd = 0

  run(task: () => Promise<void>): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push(() => task().then(resolve, reject))
      if (this.#running < LANES) void this.#work()
    })
  }

  async #work(): Promise<void> {
    this.#running += 1
    for (let task = this.#waiting.shift(); task; task = this.#waiting.shift()) {
      if (performance.now() > this.#stretchEnd) {
        await new Promise((resolve) => setImmediate(resolve))
        this.#stretchEnd = performance.now() + STRETCH_MS
      }
      await task()
    }
    this.#running -= 1
  }
}
