const NAMED_MAX = 4096

/** Users whom the voice server has named in a call. */
export class Members {
  readonly #own: string
  readonly #present = new Set<string>()
  /** Users who were there at some time: a group holds those who left until its next epoch. */
  readonly #named = new Set<string>()

  constructor(own: string) {
    this.#own = own
  }

  /** Other members who are there. */
  get present(): ReadonlySet<string> {
    return this.#present
  }

  /** Handles op 11. */
  join(users: readonly string[]): void {
    for (const user of users) {
      this.#present.add(user)
      this.#named.delete(user)
      this.#named.add(user)
    }
    for (const user of this.#named) {
      if (this.#named.size <= NAMED_MAX) break
      this.#named.delete(user)
      this.#present.delete(user)
    }
  }

  /** Handles op 13. */
  leave(user: string): void {
    this.#present.delete(user)
  }

  isPresent(user: string): boolean {
    return user === this.#own || this.#present.has(user)
  }

  wasNamed(user: string): boolean {
    return user === this.#own || this.#named.has(user)
  }
}
