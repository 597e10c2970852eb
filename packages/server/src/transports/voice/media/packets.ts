import { isDtls } from './webrtc/dtls/records.ts'
import { isStun } from './webrtc/stun.ts'

/** Kinds of packets that arrive at the voice port. */
export const PacketKind = {
  INVALID: 0,
  RTP: 1,
  RTCP: 2,
  DISCOVERY: 3,
  KEEP_ALIVE: 4,
  PING: 5,
  STUN: 6,
  DTLS: 7,
} as const

export type PacketKind = (typeof PacketKind)[keyof typeof PacketKind]

/** Larger than any packet of audio. */
const BYTES_MAX = 2_048
const RTP_HEADER_BYTES = 12
const TAG_AND_NONCE_BYTES = 20
const DISCOVERY_BYTES = 74
/** A discovery packet states the length of what follows its first two fields. */
const DISCOVERY_BODY_BYTES = 70
const DISCOVERY_REQUEST = 1
const DISCOVERY_RESPONSE = 2
const PING = 0x1337_cafe
const PONG = 0x1337_f00d
const SMALL_BYTES = 8

/** Returns the kind of a packet. RTP packets are long enough for their fixed header. */
export function kindOf(packet: Buffer): PacketKind {
  const { length } = packet
  if (length === SMALL_BYTES) return packet.readUInt32BE(0) === PING ? PacketKind.PING : PacketKind.KEEP_ALIVE
  if (length < SMALL_BYTES || length > BYTES_MAX) return PacketKind.INVALID
  const first = packet.readUInt8(0)
  if (first >> 6 === 2) {
    const second = packet.readUInt8(1)
    if (second >= 192 && second <= 223) return PacketKind.RTCP
    return length >= RTP_HEADER_BYTES ? PacketKind.RTP : PacketKind.INVALID
  }
  if (isDtls(packet)) return PacketKind.DTLS
  if (isStun(packet)) return PacketKind.STUN
  const isDiscovery =
    length === DISCOVERY_BYTES &&
    packet.readUInt16BE(0) === DISCOVERY_REQUEST &&
    packet.readUInt16BE(2) === DISCOVERY_BODY_BYTES
  return isDiscovery ? PacketKind.DISCOVERY : PacketKind.INVALID
}

/** Whether an RTP packet of a client by UDP is long enough for its header, a tag and a nonce. */
export function hasWholeHeader(packet: Buffer): boolean {
  return headerLength(packet) + TAG_AND_NONCE_BYTES <= packet.length
}

/**
 * Returns the length of the part of an RTP packet that is not encrypted: fixed header, contributing sources and the
 * preamble of a header extension.
 */
export function headerLength(packet: Buffer): number {
  const first = packet.readUInt8(0)
  return RTP_HEADER_BYTES + 4 * (first & 0x0f) + ((first & 0x10) === 0 ? 0 : 4)
}

/** Returns the sender's SSRC of an RTP packet. */
export function ssrcOf(packet: Buffer): number {
  return packet.readUInt32BE(8)
}

/** Returns the SSRC that an IP discovery request names. */
export function discoveredSsrc(packet: Buffer): number {
  return packet.readUInt32BE(4)
}

/**
 * Returns the media in the decrypted body of an RTP packet, without the elements of a header extension and without
 * padding; undefined if their lengths do not fit.
 */
export function mediaOf(header: Buffer, body: Buffer): Buffer | undefined {
  const first = header.readUInt8(0)
  const from = (first & 0x10) === 0 ? 0 : 4 * header.readUInt16BE(header.length - 2)
  let to = body.length
  if ((first & 0x20) !== 0) {
    const padding = body[to - 1] ?? 0
    if (padding === 0) return undefined
    to -= padding
  }
  return from < to ? body.subarray(from, to) : undefined
}

/** Returns the response to IP discovery: the address that the request came from. It is as long as the request. */
export function discoveryResponse(ssrc: number, ip: string, port: number): Buffer {
  const response = Buffer.alloc(DISCOVERY_BYTES)
  response.writeUInt16BE(DISCOVERY_RESPONSE, 0)
  response.writeUInt16BE(DISCOVERY_BODY_BYTES, 2)
  response.writeUInt32BE(ssrc, 4)
  response.write(ip, 8, 'latin1')
  response.writeUInt16BE(port, DISCOVERY_BYTES - 2)
  return response
}

/** Returns the response to a ping, with its sequence number. */
export function pong(ping: Buffer): Buffer {
  const response = Buffer.from(ping)
  response.writeUInt32BE(PONG, 0)
  return response
}
