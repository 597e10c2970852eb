import type { Reception } from '../webrtc/feedback.ts'

const SEQUENCE_RANGE = 2 ** 16
const FRACTIONS = 256
const FRACTIONS_PER_MS = 65.536

/** Counts the packets of one stream as they came from its sender, for receiver reports (RFC 3550, appendix A.3). */
export class ReceptionCount {
  readonly #ssrc: number
  #first = -1
  #newest = -1
  #received = 0
  #expectedBefore = 0
  #receivedBefore = 0
  #reportedAt = 0
  #reportCameAt = 0

  constructor(ssrc: number) {
    this.#ssrc = ssrc
  }

  /** Notes a packet. */
  received(sequence: number): void {
    this.#received += 1
    if (this.#newest < 0) {
      this.#first = sequence
      this.#newest = sequence
      return
    }
    const ahead = (sequence - this.#newest) & (SEQUENCE_RANGE - 1)
    if (ahead < SEQUENCE_RANGE / 2) this.#newest += ahead
  }

  /** Notes a sender report. `time` is the middle of its NTP time. */
  reported(time: number, now: number): void {
    this.#reportedAt = time
    this.#reportCameAt = now
  }

  /** Returns the block of the next receiver report. */
  report(now: number): Reception {
    const expected = this.#newest - this.#first + 1
    const expectedSince = expected - this.#expectedBefore
    const lostSince = Math.max(0, expectedSince - (this.#received - this.#receivedBefore))
    this.#expectedBefore = expected
    this.#receivedBefore = this.#received
    return {
      ssrc: this.#ssrc,
      fractionLost:
        expectedSince <= 0 ? 0 : Math.min(FRACTIONS - 1, Math.floor((FRACTIONS * lostSince) / expectedSince)),
      lost: Math.max(0, expected - this.#received),
      newest: this.#newest,
      reportedAt: this.#reportedAt,
      reportAge: this.#reportedAt === 0 ? 0 : Math.round((now - this.#reportCameAt) * FRACTIONS_PER_MS),
    }
  }
}
