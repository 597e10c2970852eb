const RECEIVER_REPORT = 201
const TRANSPORT_FEEDBACK = 205
const PAYLOAD_FEEDBACK = 206
const NACK = 1
const PICTURE_LOSS = 1
const FULL_INTRA_REQUEST = 4
const APPLICATION_LAYER = 15
const REMB = 0x5245_4d42
/** Header, SSRC of the sender, SSRC of the media. */
const FEEDBACK_BYTES = 12
const FIR_BYTES = 8
const VERSION_2 = 0x80
/** The server's own SSRC in reports. Nothing depends on it. */
const OWN_SSRC = 1
/** Packets of a compound that are looked at, and lost packets that one may name. */
const PACKETS_MAX = 64
const LOST_MAX = 1_024
const BLOCK_BYTES = 24
const BLOCKS_MAX = 31

/** One packet of a compound RTCP packet. */
export interface RtcpPacket {
  readonly type: number
  /** Format of feedback, or number of report blocks. */
  readonly format: number
  readonly bytes: Buffer
}

/** Returns the packets of a compound, up to the first that does not fit. */
export function packetsOf(compound: Buffer): RtcpPacket[] {
  const packets: RtcpPacket[] = []
  for (let at = 0; at + 4 <= compound.length && packets.length < PACKETS_MAX; ) {
    const end = at + 4 + 4 * compound.readUInt16BE(at + 2)
    if (compound.readUInt8(at) >> 6 !== 2 || end > compound.length) break
    const format = compound.readUInt8(at) & 0x1f
    packets.push({ type: compound.readUInt8(at + 1), format, bytes: compound.subarray(at, end) })
    at = end
  }
  return packets
}

/** Wish of a receiver about its senders. */
export type Feedback =
  | { readonly kind: 'key frame'; readonly ssrc: number }
  | { readonly kind: 'lost'; readonly ssrc: number; readonly sequences: readonly number[] }
  | { readonly kind: 'bandwidth'; readonly bitsPerSecond: number }

/** Reads PLI, FIR, NACK and REMB. Returns nothing for other packets and malformed ones. */
export function readFeedback({ type, format, bytes }: RtcpPacket): Feedback[] {
  if (bytes.length < FEEDBACK_BYTES) return []
  const ssrc = bytes.readUInt32BE(8)
  if (type === TRANSPORT_FEEDBACK && format === NACK) return [{ kind: 'lost', ssrc, sequences: lostIn(bytes) }]
  if (type !== PAYLOAD_FEEDBACK) return []
  if (format === PICTURE_LOSS) return [{ kind: 'key frame', ssrc }]
  if (format === FULL_INTRA_REQUEST) return requestsIn(bytes)
  return format === APPLICATION_LAYER ? bandwidthIn(bytes) : []
}

function lostIn(bytes: Buffer): number[] {
  const lost: number[] = []
  for (let at = FEEDBACK_BYTES; at + 4 <= bytes.length && lost.length < LOST_MAX; at += 4) {
    const first = bytes.readUInt16BE(at)
    const mask = bytes.readUInt16BE(at + 2)
    lost.push(first)
    for (let bit = 0; bit < 16; bit++) if ((mask >> bit) & 1) lost.push((first + bit + 1) & 0xffff)
  }
  return lost
}

function requestsIn(bytes: Buffer): Feedback[] {
  const requests: Feedback[] = []
  for (let at = FEEDBACK_BYTES; at + FIR_BYTES <= bytes.length; at += FIR_BYTES)
    requests.push({ kind: 'key frame', ssrc: bytes.readUInt32BE(at) })
  return requests
}

function bandwidthIn(bytes: Buffer): Feedback[] {
  if (bytes.length < FEEDBACK_BYTES + 8 || bytes.readUInt32BE(12) !== REMB) return []
  const exponent = bytes.readUInt8(17) >> 2
  const mantissa = ((bytes.readUInt8(17) & 3) << 16) | bytes.readUInt16BE(18)
  return [{ kind: 'bandwidth', bitsPerSecond: mantissa * 2 ** exponent }]
}

/** Returns a packet of feedback about one stream. */
function feedback(type: number, format: number, ssrc: number, body: Buffer): Buffer {
  const packet = Buffer.alloc(FEEDBACK_BYTES + body.length)
  packet.writeUInt8(VERSION_2 | format, 0)
  packet.writeUInt8(type, 1)
  packet.writeUInt16BE(packet.length / 4 - 1, 2)
  packet.writeUInt32BE(OWN_SSRC, 4)
  packet.writeUInt32BE(ssrc, 8)
  packet.set(body, FEEDBACK_BYTES)
  return packet
}

/** Returns the request for a key frame of a stream (PLI). */
export function keyFrameRequest(ssrc: number): Buffer {
  return feedback(PAYLOAD_FEEDBACK, PICTURE_LOSS, ssrc, Buffer.alloc(0))
}

/** Returns the request to repeat packets of a stream (NACK). */
export function repeatRequest(ssrc: number, sequences: readonly number[]): Buffer {
  const body = Buffer.alloc(4 * sequences.length)
  for (const [at, sequence] of sequences.entries()) body.writeUInt16BE(sequence, 4 * at)
  return feedback(TRANSPORT_FEEDBACK, NACK, ssrc, body)
}

/** Returns the bandwidth that a sender may use for its streams (REMB). */
export function bandwidthLimit(bitsPerSecond: number, ssrcs: readonly number[]): Buffer {
  const exponent = Math.max(0, Math.ceil(Math.log2((bitsPerSecond + 1) / 2 ** 18)))
  const mantissa = Math.floor(bitsPerSecond / 2 ** exponent)
  const body = Buffer.alloc(8 + 4 * ssrcs.length)
  body.writeUInt32BE(REMB, 0)
  body.writeUInt8(ssrcs.length, 4)
  body.writeUInt8((exponent << 2) | (mantissa >> 16), 5)
  body.writeUInt16BE(mantissa & 0xffff, 6)
  for (const [at, ssrc] of ssrcs.entries()) body.writeUInt32BE(ssrc, 8 + 4 * at)
  return feedback(PAYLOAD_FEEDBACK, APPLICATION_LAYER, 0, body)
}

/** Reception of one stream, as a report block tells it to the sender. */
export interface Reception {
  readonly ssrc: number
  /** Lost packets since the last report, in parts of 256. */
  readonly fractionLost: number
  readonly lost: number
  /** Sequence number with rollover counter of the newest packet. */
  readonly newest: number
  /** The middle of the time of the last sender report, and its age in parts of 65,536 of a second. */
  readonly reportedAt: number
  readonly reportAge: number
}

/** Returns a receiver report. Senders find their bandwidth by it. */
export function receiverReport(receptions: readonly Reception[]): Buffer {
  const blocks = receptions.slice(0, BLOCKS_MAX)
  const packet = Buffer.alloc(8 + BLOCK_BYTES * blocks.length)
  packet.writeUInt8(VERSION_2 | blocks.length, 0)
  packet.writeUInt8(RECEIVER_REPORT, 1)
  packet.writeUInt16BE(packet.length / 4 - 1, 2)
  packet.writeUInt32BE(OWN_SSRC, 4)
  for (const [index, block] of blocks.entries()) {
    const at = 8 + BLOCK_BYTES * index
    packet.writeUInt32BE(block.ssrc, at)
    packet.writeUInt8(block.fractionLost, at + 4)
    packet.writeUIntBE(Math.min(0x7f_ffff, block.lost), at + 5, 3)
    packet.writeUInt32BE(block.newest % 2 ** 32, at + 8)
    packet.writeUInt32BE(block.reportedAt, at + 16)
    packet.writeUInt32BE(block.reportAge % 2 ** 32, at + 20)
  }
  return packet
}
