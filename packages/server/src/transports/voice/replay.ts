/** A numbered message as it was sent. */
export interface NumberedMessage {
  readonly bytes: Buffer
  readonly binary: boolean
}

/** Sequence numbers have 16 bits and skip 0, which clients take for an absent number. */
const NUMBERS = 0xffff
const MESSAGES_MAX = 1_024
const BYTES_MAX = 1024 * 1024

const wireNumber = (count: number) => ((count - 1) % NUMBERS) + 1

/** The last numbered messages of a voice session, for Resume. */
export class VoiceReplay {
  /** Messages from the one after `#dropped` on. */
  readonly #messages: NumberedMessage[] = []
  #dropped = 0
  #bytes = 0

  /** Count of all messages so far. */
  get last(): number {
    return this.#dropped + this.#messages.length
  }

  /** Returns the sequence number of the next message. */
  get nextNumber(): number {
    return wireNumber(this.last + 1)
  }

  /** Appends a message that has the next number. */
  push(message: NumberedMessage): void {
    this.#messages.push(message)
    this.#bytes += message.bytes.length
    while (this.#messages.length > MESSAGES_MAX || this.#bytes > BYTES_MAX) this.#drop()
  }

  /** Drops messages that the client has received. */
  acknowledge(number: number): void {
    const count = this.countOf(number)
    while (this.#dropped < count && this.#messages.length > 0) this.#drop()
  }

  /**
   * Returns the count of the newest message with a sequence number, modulo its 16 bits. 0 means none, as do
   * numbers that no message can have.
   */
  countOf(number: number): number {
    if (!(Number.isInteger(number) && number >= 1 && number <= NUMBERS) || this.last === 0) return 0
    return Math.max(0, this.last - ((wireNumber(this.last) - number + NUMBERS) % NUMBERS))
  }

  /** Returns the messages after a count; undefined if some of them were dropped. */
  after(count: number): readonly NumberedMessage[] | undefined {
    return count < this.#dropped ? undefined : this.#messages.slice(count - this.#dropped)
  }

  #drop(): void {
    this.#bytes -= this.#messages.shift()?.bytes.length ?? 0
    this.#dropped += 1
  }
}
