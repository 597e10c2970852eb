import type { VideoCodecName } from '../webrtc/video-offer.ts'

/** A packet that may be repeated. */
export interface CachedPacket {
  readonly index: number
  /** Header without payload type and SSRC of a receiver. */
  readonly header: Buffer
  readonly payload: Buffer
  readonly codec: VideoCodecName
  readonly at: number
}

const SEQUENCE_RANGE = 2 ** 16
/** Time for which packets are kept, in ms. */
const KEPT_MS = 500
/** Packets that are kept of one stream: half a second of the most that a participant may send. */
const PACKETS_MAX = 1_500

/** The last packets of a stream of video, for receivers that lost some. */
export class PacketCache {
  /** By sequence number, the oldest first. */
  readonly #packets = new Map<number, CachedPacket>()

  /** Keeps a packet. */
  add(packet: CachedPacket): void {
    for (const [sequence, { at }] of this.#packets) {
      if (packet.at - at <= KEPT_MS && this.#packets.size < PACKETS_MAX) break
      this.#packets.delete(sequence)
    }
    const sequence = packet.index % SEQUENCE_RANGE
    this.#packets.delete(sequence)
    this.#packets.set(sequence, packet)
  }

  /** Returns a packet by its sequence number; undefined for one that is unknown or too old. */
  find(sequence: number, now: number): CachedPacket | undefined {
    const packet = this.#packets.get(sequence)
    return packet && now - packet.at <= KEPT_MS ? packet : undefined
  }

  /** Forgets all packets. */
  clear(): void {
    this.#packets.clear()
  }
}
