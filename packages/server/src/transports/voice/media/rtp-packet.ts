const HEADER_BYTES = 12
const SEQUENCE_RANGE = 2 ** 16
const VERSION_2 = 0x80
const MARKER = 0x80

/** Fields of a packet; `RtpPacket` describes them. */
export interface RtpPacketParts {
  header: Buffer
  body: Buffer
  media: Buffer
  ssrc: number
  fromBrowser: boolean
  index: number | undefined
}

/** A decrypted packet of media on its way to others. */
export class RtpPacket {
  /** Header as it came. */
  readonly header: Buffer
  /** Everything after the header. */
  readonly body: Buffer
  /** The frame or its part: the body without header extension and padding. */
  readonly media: Buffer
  /** SSRC of the sender at this server. */
  readonly ssrc: number
  /** Whether it came by SRTP: its header is not that of packets between clients by UDP. */
  readonly fromBrowser: boolean
  /**
   * Sequence number with rollover counter, given once; undefined for a repeated or late packet, which browsers do not
   * receive.
   */
  readonly index: number | undefined
  #bare: Buffer | undefined

  constructor(parts: RtpPacketParts) {
    this.header = parts.header
    this.body = parts.body
    this.media = parts.media
    this.ssrc = parts.ssrc
    this.fromBrowser = parts.fromBrowser
    this.index = parts.index
  }

  /**
   * Returns a header for the media alone: without contributing sources, extension and padding. Its sequence number is
   * that of the index, if there is one.
   */
  bareHeader(payloadType: number): Buffer {
    const bare = this.#bare ?? this.#makeBare()
    bare.writeUInt8((bare.readUInt8(1) & MARKER) | payloadType, 1)
    return bare
  }

  #makeBare(): Buffer {
    const bare = Buffer.from(this.header.subarray(0, HEADER_BYTES))
    bare.writeUInt8(VERSION_2, 0)
    if (this.index !== undefined) bare.writeUInt16BE(this.index % SEQUENCE_RANGE, 2)
    bare.writeUInt32BE(this.ssrc, 8)
    this.#bare = bare
    return bare
  }
}
