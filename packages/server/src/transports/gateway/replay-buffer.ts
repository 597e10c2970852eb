import type { EncodedDispatch, Scope } from './dispatch.ts'

const EVENTS_MAX = 2_048
const BYTES_MAX = 4 * 1024 * 1024
/** Heartbeats after which an event is dropped: five and a half minutes. */
const HEARTBEATS_MAX = 8

/**
 * The last dispatches of a session by sequence number, for Resume. It is a ring of references, bounded by events, bytes
 * and heartbeats, that grows on demand.
 */
export class ReplayBuffer {
  /** Number n is at n modulo the length, which is a power of two. Null means a dispatch that was hidden. */
  #ring: (EncodedDispatch | null)[] = new Array(8).fill(null)
  #first: number
  #last: number
  #bytes = 0
  /** Last number at each of the last heartbeats. */
  readonly #marks: number[] = []
  #acknowledged = 0

  /** Creates a buffer whose last number is `last`, with the dispatches up to it. */
  constructor(last = 0, dispatches: readonly (EncodedDispatch | null)[] = []) {
    this.#last = last - dispatches.length
    this.#first = this.#last + 1
    for (const dispatch of dispatches) this.push(dispatch)
  }

  /** Sequence number of the newest dispatch; one less than `first` in an empty buffer. */
  get last(): number {
    return this.#last
  }

  /** Sequence number of the oldest dispatch in the buffer. */
  get first(): number {
    return this.#first
  }

  /** Returns the dispatch with this number; null when it was dropped or hidden. */
  at(seq: number): EncodedDispatch | null {
    return this.#ring[seq & (this.#ring.length - 1)] ?? null
  }

  /** Whether the buffer exceeds its bounds, because `push` had to keep what was not sent yet. */
  get exceeded(): boolean {
    return this.#last - this.#first >= EVENTS_MAX || (this.#bytes > BYTES_MAX && this.#first < this.#last)
  }

  /**
   * Appends a dispatch under the next number and drops what exceeds the bounds. The newest one stays, also if it is
   * larger than all bounds: a client could never receive the LOBBY_CREATE of a lobby with much metadata.
   * @param unsent first number that is not sent yet; from it on, all stay
   */
  push(dispatch: EncodedDispatch | null, unsent = Number.POSITIVE_INFINITY): void {
    this.#last += 1
    if (this.#last - this.#first === this.#ring.length) this.#grow()
    this.#ring[this.#last & (this.#ring.length - 1)] = dispatch
    if (dispatch) this.#bytes += dispatch.length
    this.trim(unsent)
  }

  /** Drops what exceeds the bounds and is sent. */
  trim(unsent: number): void {
    while (this.exceeded && this.#first < unsent) this.#drop()
  }

  /**
   * Drops what the client no longer needs after a heartbeat.
   * @param acknowledged last number that the client received; null if the heartbeat has none
   */
  heartbeat(acknowledged: number | null): void {
    this.#marks.push(this.#last)
    // Acknowledged dispatches stay until the next heartbeat, for a client that resumes from an earlier number.
    const expired = this.#marks.length > HEARTBEATS_MAX ? (this.#marks.shift() ?? 0) : 0
    const done = Math.min(Math.max(this.#acknowledged, expired), this.#last)
    while (this.#first <= done) this.#drop()
    if (acknowledged !== null && acknowledged <= this.#last)
      this.#acknowledged = Math.max(acknowledged, this.#acknowledged)
  }

  /** Removes dispatches whose scope the session no longer sees. The numbers of the others stay. */
  hide(canStillSee: (scope: Scope) => boolean): void {
    for (let seq = this.#first; seq <= this.#last; seq += 1) {
      const dispatch = this.at(seq)
      if (!dispatch || canStillSee(dispatch.scope)) continue
      this.#bytes -= dispatch.length
      this.#ring[seq & (this.#ring.length - 1)] = null
    }
  }

  /** Returns the dispatches from a number on, up to `bytesMax` bytes but at least one. */
  from(seq: number, bytesMax = Number.POSITIVE_INFINITY): (EncodedDispatch | null)[] {
    const dispatches: (EncodedDispatch | null)[] = []
    for (let bytes = 0; seq <= this.#last && (bytes < bytesMax || dispatches.length === 0); seq += 1) {
      const dispatch = this.at(seq)
      bytes += dispatch?.length ?? 0
      dispatches.push(dispatch)
    }
    return dispatches
  }

  #grow(): void {
    const larger: (EncodedDispatch | null)[] = new Array(this.#ring.length * 2).fill(null)
    for (let seq = this.#first; seq < this.#last; seq += 1) larger[seq & (larger.length - 1)] = this.at(seq)
    this.#ring = larger
  }

  #drop(): void {
    const index = this.#first & (this.#ring.length - 1)
    this.#bytes -= this.#ring[index]?.length ?? 0
    this.#ring[index] = null
    this.#first += 1
  }
}
