import { OnceOrder } from '../once-order.ts'
import { PacketCache } from './packet-cache.ts'
import { ReceptionCount } from './reception.ts'

/** Time between two requests for a key frame of one stream, in ms. Each key frame is sent to everyone who watches. */
const KEY_FRAME_MS = 1_000
/** Time within which a lost packet is asked for once, in ms. */
const REPEAT_MS = 40
/** Lost packets that are remembered as asked for. */
const ASKED_MAX = 512
/** Time without a packet after which a stream has stalled, in ms. Another one must have come as long to replace it. */
const STALLED_MS = 1_500
const RATE_MS = 1_000

/** A stream of video that a client offers in op 0: one of its layers. */
export interface StreamOffer {
  readonly rid: string
  /** 100 for the full size. */
  readonly quality: number
}

/** A stream as op 2 names it. */
export interface StreamIds extends StreamOffer {
  readonly ssrc: number
  readonly rtxSsrc: number
}

/** One stream of video of a participant. */
export class VideoStream implements StreamIds {
  readonly rid: string
  readonly quality: number
  readonly ssrc: number
  readonly rtxSsrc: number
  readonly order = new OnceOrder()
  readonly cache = new PacketCache()
  /** Whether the participant sends it, by op 12. */
  active = false
  /** Counts of the packets of the browser's own SSRC; undefined before the first. */
  reception: ReceptionCount | undefined
  /** The browser's own SSRC; null before the first packet. */
  source: number | null = null
  #cameAt = Number.NEGATIVE_INFINITY
  #flowsSince = 0
  #rateFrom = Number.NEGATIVE_INFINITY
  #bytes = 0
  #bitsPerSecond = 0
  #askedAt = Number.NEGATIVE_INFINITY
  #isKeyFrameDue = false
  readonly #asked = new Map<number, number>()

  constructor({ rid, quality, ssrc, rtxSsrc }: StreamIds) {
    this.rid = rid
    this.quality = quality
    this.ssrc = ssrc
    this.rtxSsrc = rtxSsrc
  }

  /** Learns the SSRC that the browser gave the stream. */
  learn(source: number): void {
    this.source = source
    this.reception = new ReceptionCount(source)
  }

  /** Notes the bytes of a packet that came. */
  came(bytes: number, now: number): void {
    if (this.hasStalled(now)) this.#flowsSince = now
    this.#cameAt = now
    const elapsed = now - this.#rateFrom
    if (elapsed >= RATE_MS) {
      this.#bitsPerSecond = elapsed < 2 * RATE_MS ? (8_000 * this.#bytes) / elapsed : 0
      this.#rateFrom = now
      this.#bytes = 0
    }
    this.#bytes += bytes
  }

  /** Bits per second of the last full second with packets. */
  get bitsPerSecond(): number {
    return this.#bitsPerSecond
  }

  /** Whether packets no longer come. Browsers stop the larger layer when they have too little bandwidth for both. */
  hasStalled(now: number): boolean {
    return now - this.#cameAt >= STALLED_MS
  }

  /** Whether packets have come for a while. */
  isSteady(now: number): boolean {
    return !this.hasStalled(now) && now - this.#flowsSince >= STALLED_MS
  }

  /** Notes that a key frame is wanted. */
  wantKeyFrame(): void {
    this.#isKeyFrameDue = true
  }

  /** Notes that a key frame begins. */
  keyFrameBegan(): void {
    this.#isKeyFrameDue = false
  }

  /** Returns whether the sender must be asked for a key frame now. Wishes that come too early wait for their time. */
  takeKeyFrameRequest(now: number): boolean {
    if (!this.#isKeyFrameDue || now - this.#askedAt < KEY_FRAME_MS) return false
    this.#askedAt = now
    this.#isKeyFrameDue = false
    return true
  }

  /** Returns the lost packets that the sender was not asked for yet. */
  takeRepeatRequest(sequences: readonly number[], now: number): number[] {
    for (const [sequence, at] of this.#asked) {
      if (now - at < REPEAT_MS && this.#asked.size < ASKED_MAX) break
      this.#asked.delete(sequence)
    }
    const fresh = sequences.filter((sequence) => !this.#asked.has(sequence)).slice(0, ASKED_MAX)
    for (const sequence of fresh) this.#asked.set(sequence, now)
    return fresh
  }
}
