import type { Payload, Place } from './payload.ts'

/** What may be asked for again: bounded by count, bytes and, by the client's heartbeats, time. */
const EVENTS_MAX = 2_048
const BYTES_MAX = 4 * 1024 * 1024
/** Heartbeats after which nobody asks any more: five and a half minutes. */
const HEARTBEATS_KEPT = 8

/** What a session was sent, by sequence numbers, as long as it may ask for it again: a ring that grows as it must. */
export class Replay {
  /** The payload with number n is at n modulo its length, a power of two. Null stands for what the session may no longer see. */
  #ring: (Payload | null)[] = new Array(8).fill(null)
  /** Sequence number of the oldest that is still here. */
  #first: number
  /** Sequence number of the newest; one less than the oldest when none is here. */
  #last: number
  #bytes = 0
  /** The newest number at each of the last heartbeats. */
  readonly #marks: number[] = []
  #acknowledged = 0

  /** Goes on after `last`, with the payloads that end there. */
  constructor(last = 0, payloads: readonly (Payload | null)[] = []) {
    this.#last = last - payloads.length
    this.#first = this.#last + 1
    for (const payload of payloads) this.push(payload)
  }

  get last(): number {
    return this.#last
  }

  get first(): number {
    return this.#first
  }

  /** The one with this number; null when it is gone or may not be seen any more. */
  at(seq: number): Payload | null {
    return this.#ring[seq & (this.#ring.length - 1)] ?? null
  }

  push(payload: Payload | null): void {
    this.#last += 1
    if (this.#last - this.#first === this.#ring.length) this.#grow()
    this.#ring[this.#last & (this.#ring.length - 1)] = payload
    if (payload) this.#bytes += payload.length
    while (this.#last - this.#first >= EVENTS_MAX || this.#bytes > BYTES_MAX) this.#forget()
  }

  /** A heartbeat came, with the number that the client has seen, if it has told one. */
  heartbeat(seen: number | null): void {
    this.#marks.push(this.#last)
    // What one heartbeat acknowledges is kept until the next, for who resumes from a little before.
    const done = Math.max(this.#acknowledged, this.#marks.length > HEARTBEATS_KEPT ? (this.#marks.shift() ?? 0) : 0)
    while (this.#first <= Math.min(done, this.#last)) this.#forget()
    if (seen !== null && seen <= this.#last) this.#acknowledged = Math.max(seen, this.#acknowledged)
  }

  /** Takes out what the session may no longer see; the numbers stay as they are. */
  hide(mayStillSee: (place: Place) => boolean): void {
    for (let seq = this.#first; seq <= this.#last; seq += 1) {
      const payload = this.at(seq)
      if (!payload || mayStillSee(payload.place)) continue
      this.#bytes -= payload.length
      this.#ring[seq & (this.#ring.length - 1)] = null
    }
  }

  /** All from a sequence number on, up to so many bytes but at least one. */
  from(seq: number, bytesMax = Number.POSITIVE_INFINITY): (Payload | null)[] {
    const payloads: (Payload | null)[] = []
    for (let bytes = 0; seq <= this.#last && (bytes < bytesMax || payloads.length === 0); seq += 1) {
      const payload = this.at(seq)
      bytes += payload?.length ?? 0
      payloads.push(payload)
    }
    return payloads
  }

  #grow(): void {
    const larger: (Payload | null)[] = new Array(this.#ring.length * 2).fill(null)
    for (let seq = this.#first; seq < this.#last; seq += 1) larger[seq & (larger.length - 1)] = this.at(seq)
    this.#ring = larger
  }

  #forget(): void {
    const index = this.#first & (this.#ring.length - 1)
    this.#bytes -= this.#ring[index]?.length ?? 0
    this.#ring[index] = null
    this.#first += 1
  }
}
