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
    return index
  }
}
