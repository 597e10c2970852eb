/** Presence updates that the platform takes from one session within a window. (Checklist, part 2, section 16) */
const SENDS_MAX = 5
const WINDOW_MS = 20_000

/** Sends a value no more often than the platform takes it. Requests in between end in one send afterwards. */
export class PacedSends {
  readonly #send: () => boolean
  #sentAt: number[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param send sends the newest value, and returns whether there was a connection */
  constructor(send: () => boolean) {
    this.#send = send
  }

  /** Sends now or as soon as the platform takes it. */
  request(): void {
    if (this.#timer !== undefined) return
    const now = performance.now()
    this.#sentAt = this.#sentAt.filter((at) => now - at < WINDOW_MS)
    const [oldest] = this.#sentAt
    if (oldest === undefined || this.#sentAt.length < SENDS_MAX) {
      if (this.#send()) this.#sentAt.push(now)
      return
    }
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        this.request()
      },
      oldest + WINDOW_MS - now,
    )
  }

  /** Gives up what waits. */
  close(): void {
    clearTimeout(this.#timer)
  }
}
