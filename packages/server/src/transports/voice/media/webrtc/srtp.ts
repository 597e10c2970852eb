import { ReplayWindow } from '../replay-window.ts'
import { StreamOrder } from '../stream-order.ts'
import type { SrtpKey, SrtpProfile } from './dtls/srtp-profiles.ts'
import { type SrtpCipher, srtpCipher } from './srtp-ciphers.ts'

const RTP_HEADER_BYTES = 12
const SEQUENCE_RANGE = 2 ** 16
/** Streams of one browser: audio, video in layers, and their repetitions. */
const STREAMS_MAX = 16

/** A packet that was opened. Its header is complete, with the elements of a header extension. */
export interface OpenedRtp {
  readonly header: Buffer
  readonly payload: Buffer
}

/** Opens the packets of one browser. */
export class SrtpInbound {
  readonly #cipher: SrtpCipher
  readonly #orders = new Map<number, StreamOrder>()
  readonly #reports = new ReplayWindow()

  constructor(profile: SrtpProfile, key: SrtpKey) {
    this.#cipher = srtpCipher(profile, key)
  }

  /** Opens an RTP packet. Returns why it is not taken instead. */
  open(packet: Buffer): OpenedRtp | 'malformed' | 'replayed' | 'wrong tag' | 'too many streams' {
    const length = fullHeaderLength(packet)
    if (length === undefined) return 'malformed'
    const ssrc = packet.readUInt32BE(8)
    const known = this.#orders.get(ssrc)
    if (!known && this.#orders.size >= STREAMS_MAX) return 'too many streams'
    const order = known ?? new StreamOrder()
    const index = order.indexOf(packet.readUInt16BE(2))
    if (!order.isFresh(index)) return 'replayed'
    const payload = this.#cipher.open({ ssrc, index }, packet, length)
    if (!payload) return 'wrong tag'
    order.use(index)
    // Only authentic packets make a stream known.
    if (!known) this.#orders.set(ssrc, order)
    return { header: packet.subarray(0, length), payload }
  }

  /** Opens a compound RTCP packet; undefined if it is not authentic or was repeated. */
  openReport(packet: Buffer): Buffer | undefined {
    const opened = this.#cipher.openRtcp(packet)
    if (!opened || !this.#reports.isFresh(opened.index)) return undefined
    this.#reports.use(opened.index)
    return opened.packet
  }
}

/** Seals the packets for one browser. */
export class SrtpOutbound {
  readonly #cipher: SrtpCipher
  /** Cycle of sequence numbers in which the browser received its first packet of a stream. Its count begins there. */
  readonly #firstCycles = new Map<number, number>()
  #nextReport = 0

  constructor(profile: SrtpProfile, key: SrtpKey) {
    this.#cipher = srtpCipher(profile, key)
  }

  /**
   * Returns a sealed packet; undefined for one of a cycle before the first.
   * @param index unique in its stream, as long as this object is used
   */
  seal(ssrc: number, index: number, header: Buffer, payload: Buffer): Buffer | undefined {
    const cycle = Math.floor(index / SEQUENCE_RANGE)
    let first = this.#firstCycles.get(ssrc)
    if (first === undefined) {
      first = cycle
      this.#firstCycles.set(ssrc, first)
    }
    if (cycle < first) return undefined
    return this.#cipher.seal({ ssrc, index: index - first * SEQUENCE_RANGE }, header, payload)
  }

  /** Returns a sealed compound RTCP packet. Its index has 31 bits, which last for years. */
  sealReport(packet: Buffer): Buffer {
    this.#nextReport += 1
    return this.#cipher.sealRtcp(packet, this.#nextReport)
  }
}

/** Returns the length of a header with contributing sources and extension; undefined if they do not fit. */
function fullHeaderLength(packet: Buffer): number | undefined {
  if (packet.length < RTP_HEADER_BYTES) return undefined
  const first = packet.readUInt8(0)
  const withSources = RTP_HEADER_BYTES + 4 * (first & 0x0f)
  if ((first & 0x10) === 0) return withSources < packet.length ? withSources : undefined
  if (withSources + 4 > packet.length) return undefined
  const length = withSources + 4 + 4 * packet.readUInt16BE(withSources + 2)
  return length < packet.length ? length : undefined
}
