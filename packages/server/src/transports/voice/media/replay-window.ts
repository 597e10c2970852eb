/** Packets of a sender may arrive this many places late. */
const PLACES = 256

/** Counters that a sender has used, so that a packet is taken once. */
export class ReplayWindow {
  /** Counter n is remembered at n modulo the length. A newer counter in its place is too far ahead for n anyway. */
  readonly #seen = new Float64Array(PLACES).fill(-1)
  #newest = -1

  /** Whether a counter was not used and is not too old. */
  isFresh(counter: number): boolean {
    return counter > this.#newest - PLACES && this.#seen[counter % PLACES] !== counter
  }

  /** Notes that a fresh counter is used. Returns whether it is the newest one. */
  use(counter: number): boolean {
    this.#seen[counter % PLACES] = counter
    if (counter <= this.#newest) return false
    this.#newest = counter
    return true
  }
}
