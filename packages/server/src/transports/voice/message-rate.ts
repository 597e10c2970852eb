/** Messages that a client may send in one window. A member of a group that changes often sends some 20 a second. */
const MESSAGES_MAX = 1_000
const BYTES_MAX = 4 * 1024 * 1024
const WINDOW_MS = 10_000

/** Counts the messages of one socket in windows of fixed length. */
export class MessageRate {
  #windowEnds = 0
  #messages = 0
  #bytes = 0

  /** Counts a message. Returns false once the limit of the window is exceeded. */
  take(bytes: number, now: number): boolean {
    if (now >= this.#windowEnds) {
      this.#windowEnds = now + WINDOW_MS
      this.#messages = 0
      this.#bytes = 0
    }
    this.#messages += 1
    this.#bytes += bytes
    return this.#messages <= MESSAGES_MAX && this.#bytes <= BYTES_MAX
  }
}
