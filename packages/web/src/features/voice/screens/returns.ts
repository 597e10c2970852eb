/** Time within which streams come back after a restart of the server, and between two attempts, in ms. */
const RETURN_MS = 60_000
const AGAIN_MS = 1_000

/** Streams that the server has lost, and that begin again without a press. */
export class Returns {
  /** End of the attempts by user. */
  readonly #until = new Map<string, number>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()

  /** Notes that the stream of a user is to come back. */
  expect(userId: string): void {
    this.#until.set(userId, performance.now() + RETURN_MS)
  }

  /** Notes that the stream of a user is there, or that nobody wants it any more. */
  end(userId: string): void {
    this.#until.delete(userId)
    clearTimeout(this.#timers.get(userId))
    this.#timers.delete(userId)
  }

  /** Attempts again later. Returns false if the stream is not to come back. */
  again(userId: string, attempt: () => void): boolean {
    if ((this.#until.get(userId) ?? 0) < performance.now()) return false
    clearTimeout(this.#timers.get(userId))
    this.#timers.set(userId, setTimeout(attempt, AGAIN_MS))
    return true
  }

  close(): void {
    for (const userId of [...this.#until.keys(), ...this.#timers.keys()]) this.end(userId)
  }
}
