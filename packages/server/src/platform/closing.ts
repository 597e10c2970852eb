/** Closes parts in the reverse order of opening, also if the start fails. */
export class Closing {
  readonly #tasks = new Set<() => Promise<void> | void>()
  #done: Promise<void> | null = null

  /** Adds a task that runs before all others so far. Adding it again moves it. */
  add(task: () => Promise<void> | void): void {
    this.#tasks.delete(task)
    this.#tasks.add(task)
  }

  /** Closes everything once; later calls wait for the first. */
  run(): Promise<void> {
    this.#done ??= (async () => {
      for (const task of [...this.#tasks].reverse()) await task()
    })()
    return this.#done
  }
}
