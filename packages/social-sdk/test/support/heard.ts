/** Calls of a handler that a test sets. */
export class Heard<Args extends unknown[]> {
  readonly calls: Args[] = []
  readonly #waiting = new Set<() => void>()

  readonly handler = (...given: Args): void => {
    this.calls.push(given)
    for (const check of this.#waiting) check()
  }

  /** Resolves with the first call, of the past or the future, that meets a condition. */
  first(condition: (...given: Args) => boolean = () => true): Promise<Args> {
    return new Promise((resolve) => {
      const check = () => {
        const found = this.calls.find((given) => condition(...given))
        if (!found) return
        this.#waiting.delete(check)
        resolve(found)
      }
      this.#waiting.add(check)
      check()
    })
  }
}
