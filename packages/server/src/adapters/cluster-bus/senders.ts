/** Age above which a message is a repetition. Clocks of nodes differ by much less. */
const AGE_MAX_MS = 30_000
/** Senders whose last message is remembered. */
const SENDERS_MAX = 256
/** Pause between two warnings of messages that no node has written: their number is a stranger's choice. */
const WARNED_MS = 60_000

interface SendersParts {
  readonly warn: (details: object, message: string) => void
  /** Returns the time of this machine. */
  readonly now: () => number
}

/** The nodes from which messages come. Each numbers its messages, so that one that is sent again is noticed. */
export class Senders {
  readonly #parts: SendersParts
  /** Numbers of the last messages, by sender. */
  readonly #newest = new Map<string, number>()
  #refused = 0
  #warnedAt = Number.NEGATIVE_INFINITY

  constructor(parts: SendersParts) {
    this.#parts = parts
  }

  /** Returns whether a message of a sender was noted. */
  has(sender: string): boolean {
    return this.#newest.has(sender)
  }

  /** Notes an authentic message. Returns false for one that was sent again, or is old. */
  note(sender: string, number: number, sentAt: number): boolean {
    if (!(number > (this.#newest.get(sender) ?? 0))) return false
    if (!(Math.abs(this.#parts.now() - sentAt) <= AGE_MAX_MS)) return false
    if (this.#newest.size >= SENDERS_MAX && !this.#newest.has(sender)) {
      const [oldest = ''] = this.#newest.keys()
      this.#newest.delete(oldest)
    }
    this.#newest.set(sender, number)
    return true
  }

  /** Warns of messages that no node has written, once a minute at most. */
  refuse(err: unknown): void {
    this.#refused += 1
    const now = this.#parts.now()
    if (now - this.#warnedAt < WARNED_MS) return
    this.#warnedAt = now
    this.#parts.warn({ err, refused: this.#refused }, 'a message of another node cannot be read')
    this.#refused = 0
  }
}
