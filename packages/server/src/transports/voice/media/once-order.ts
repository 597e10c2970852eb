import { StreamOrder } from './stream-order.ts'

const SEQUENCE_RANGE = 2 ** 16
/** Packets in a row that are neither new nor repeated, after which the sender has begun anew. */
const STRANGE_MAX = 5

/**
 * Gives each packet of a sender another index, for receivers whose nonces come from it: two packets must never have the
 * same. A sender that begins with other sequence numbers is continued after its newest packet.
 */
export class OnceOrder {
  readonly #order = new StreamOrder()
  #offset = 0
  #strange = 0
  #first: number | undefined
  #received = 0

  /** Packets that were taken, and those that are missing between the first and the newest. */
  get counts(): { received: number; lost: number } {
    const sent = this.#first === undefined ? 0 : this.#order.newest - this.#first + 1
    return { received: this.#received, lost: Math.max(0, sent - this.#received) }
  }

  /** Index of the newest packet; -1 before the first. */
  get newest(): number {
    return this.#order.newest
  }

  /** Returns the index of a packet; undefined for one that was repeated or is too late. */
  take(sequence: number): number | undefined {
    let index = this.#order.indexOf((sequence + this.#offset) & (SEQUENCE_RANGE - 1))
    if (!this.#order.isFresh(index)) {
      this.#strange += 1
      if (this.#strange < STRANGE_MAX) return undefined
      index = this.#order.newest + 1
      this.#offset = (index - sequence) & (SEQUENCE_RANGE - 1)
    }
    this.#strange = 0
    this.#order.use(index)
    this.#first ??= index
    this.#received += 1
    return index
  }

  /** Returns the index of a packet that its sender repeated; undefined for one that came already or is too late. */
  recover(sequence: number): number | undefined {
    const index = this.#order.indexOf((sequence + this.#offset) & (SEQUENCE_RANGE - 1))
    if (!this.#order.isFresh(index)) return undefined
    this.#order.use(index)
    return index
  }

  /** Returns the sender's own sequence number of an index, or of its last 16 bits. */
  sequenceOf(index: number): number {
    return (index - this.#offset) & (SEQUENCE_RANGE - 1)
  }
}
