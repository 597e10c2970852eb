const TRANSITIONS_MAX = 16

/** Transitions that the voice server has announced, with their protocol versions. */
export class Transitions {
  readonly #versions = new Map<number, number>()

  announce(id: number, version: number): void {
    this.#versions.delete(id)
    this.#versions.set(id, version)
    const [oldest] = this.#versions.keys()
    if (this.#versions.size > TRANSITIONS_MAX && oldest !== undefined) this.#versions.delete(oldest)
  }

  /** Returns the version of a transition that is executed; undefined for an unknown one. */
  execute(id: number): number | undefined {
    const version = this.#versions.get(id)
    this.#versions.delete(id)
    return version
  }
}
