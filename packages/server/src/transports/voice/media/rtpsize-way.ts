import { randomBytes } from 'node:crypto'
import type { TransportMode, UdpAddress } from './media-server.ts'
import { headerLength, mediaOf } from './packets.ts'
import { ReplayWindow } from './replay-window.ts'
import type { RtpPacket } from './rtp-packet.ts'
import { TransportCipher } from './transport-cipher.ts'
import { OPUS_PAYLOAD_TYPE, type Sealed, type Way } from './way.ts'

const KEY_BYTES = 32

/** A packet that was opened, and whether it is the newest one of its sender. */
export interface OpenedPacket {
  header: Buffer
  body: Buffer
  media: Buffer
  newest: boolean
}

/** The way of clients by UDP, with the transport encryption of Select Protocol. */
export class RtpsizeWay implements Way {
  readonly key = randomBytes(KEY_BYTES)
  remote: UdpAddress | undefined
  readonly #cipher: TransportCipher
  readonly #window = new ReplayWindow()

  constructor(mode: TransportMode, remote: UdpAddress | undefined) {
    this.#cipher = new TransportCipher(mode, this.key)
    this.remote = remote
  }

  /** Decrypts a packet of the client. Returns why it is not taken instead. */
  open(packet: Buffer): OpenedPacket | 'replayed' | 'wrong tag' | 'malformed' {
    const counter = TransportCipher.counterOf(packet)
    if (!this.#window.isFresh(counter)) return 'replayed'
    const length = headerLength(packet)
    const body = this.#cipher.open(packet, length)
    if (!body) return 'wrong tag'
    const newest = this.#window.use(counter)
    const header = packet.subarray(0, length)
    const media = mediaOf(header, body)
    return media ? { header, body, media, newest } : 'malformed'
  }

  seal(packet: RtpPacket): Sealed {
    const sealed = packet.fromBrowser
      ? this.#cipher.seal(packet.bareHeader(OPUS_PAYLOAD_TYPE), packet.media)
      : this.#cipher.seal(packet.header, packet.body)
    return sealed ?? 'key used up'
  }
}
