import { ReplayWindow } from './replay-window.ts'

const SEQUENCE_RANGE = 2 ** 16
const HALF_RANGE = 2 ** 15

/**
 * Order of the packets of one RTP stream. It gives each its index: the sequence number with the rollover counter in
 * front (RFC 3711, section 3.3.1).
 */
export class StreamOrder {
  readonly #window = new ReplayWindow()
  #newest = -1

  /** Index of the newest packet; -1 before the first. */
  get newest(): number {
    return this.#newest
  }

  /** Returns the index that a sequence number most likely has. It is negative for a cycle before the first packet's. */
  indexOf(sequence: number): number {
    if (this.#newest < 0) return sequence
    const ahead = (sequence - this.#newest) & (SEQUENCE_RANGE - 1)
    return this.#newest + (ahead < HALF_RANGE ? ahead : ahead - SEQUENCE_RANGE)
  }

  /** Whether a packet did not come yet and is not too late. */
  isFresh(index: number): boolean {
    return index >= 0 && this.#window.isFresh(index)
  }

  /** Notes that a packet came. */
  use(index: number): void {
    if (this.#window.use(index)) this.#newest = index
  }
}
