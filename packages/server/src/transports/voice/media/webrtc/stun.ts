import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { crc32 } from 'node:zlib'
import type { UdpAddress } from '../addresses.ts'

const HEADER_BYTES = 20
const TRANSACTION_BYTES = 12
const MAGIC_COOKIE = 0x2112_a442
const BINDING_REQUEST = 0x0001
const BINDING_SUCCESS = 0x0101
/** Longer than any binding request of a browser. */
const BYTES_MAX = 548
const INTEGRITY_BYTES = 20
const FINGERPRINT_XOR = 0x5354_554e
const FAMILY_IPV4 = 1
const FAMILY_IPV6 = 2

const Attribute = {
  USERNAME: 0x0006,
  MESSAGE_INTEGRITY: 0x0008,
  XOR_MAPPED_ADDRESS: 0x0020,
  USE_CANDIDATE: 0x0025,
  FINGERPRINT: 0x8028,
} as const

/** A binding request of ICE (RFC 8445). It is authentic only if `isSigned` says so. */
export interface BindingRequest {
  readonly packet: Buffer
  /** The server's part of the user name, before the colon. */
  readonly localUfrag: string
  /** Whether the client has chosen this address pair. */
  readonly nominated: boolean
  /** Place of MESSAGE-INTEGRITY in the packet. */
  readonly integrityAt: number
}

/** Whether a packet can be a STUN message. IP discovery of bots has the same first bytes, but no cookie. */
export function isStun(packet: Buffer): boolean {
  return (
    packet.length >= HEADER_BYTES &&
    packet.length <= BYTES_MAX &&
    packet.readUInt8(0) < 4 &&
    packet.readUInt32BE(4) === MAGIC_COOKIE &&
    packet.readUInt16BE(2) === packet.length - HEADER_BYTES
  )
}

/** Reads a STUN message. Returns undefined for all but binding requests with user name and signature. */
export function readBindingRequest(packet: Buffer): BindingRequest | undefined {
  if (!isStun(packet) || packet.readUInt16BE(0) !== BINDING_REQUEST) return undefined
  let localUfrag: string | undefined
  let nominated = false
  for (let at = HEADER_BYTES; at + 4 <= packet.length; ) {
    const type = packet.readUInt16BE(at)
    const length = packet.readUInt16BE(at + 2)
    const value = at + 4
    if (value + length > packet.length) return undefined
    if (type === Attribute.USERNAME) localUfrag = packet.toString('latin1', value, value + length).split(':', 1)[0]
    if (type === Attribute.USE_CANDIDATE) nominated = true
    if (type === Attribute.MESSAGE_INTEGRITY) {
      // The signature does not cover anything after it.
      if (length !== INTEGRITY_BYTES || !localUfrag) return undefined
      return { packet, localUfrag, nominated, integrityAt: at }
    }
    at = value + length + ((4 - (length % 4)) % 4)
  }
  return undefined
}

/** Whether a request has the signature of someone who knows the server's ICE password. */
export function isSigned({ packet, integrityAt }: BindingRequest, password: string): boolean {
  const expected = integrityOf(packet, integrityAt, password)
  const value = integrityAt + 4
  return timingSafeEqual(expected, packet.subarray(value, value + INTEGRITY_BYTES))
}

/** Returns the response to a signed request: the address that it came from, signed with the same password. */
export function bindingResponse({ packet: request }: BindingRequest, from: UdpAddress, password: string): Buffer {
  const mapped = xorAddress(from, request.subarray(4, HEADER_BYTES))
  const integrityAt = HEADER_BYTES + 4 + mapped.length
  const fingerprintAt = integrityAt + 4 + INTEGRITY_BYTES
  const response = Buffer.alloc(fingerprintAt + 8)
  response.writeUInt16BE(BINDING_SUCCESS, 0)
  response.writeUInt32BE(MAGIC_COOKIE, 4)
  request.copy(response, 8, 8, 8 + TRANSACTION_BYTES)
  writeAttribute(response, HEADER_BYTES, Attribute.XOR_MAPPED_ADDRESS, mapped)
  writeAttribute(
    response,
    integrityAt,
    Attribute.MESSAGE_INTEGRITY,
    integrityOf(response.subarray(0, integrityAt), integrityAt, password),
  )
  response.writeUInt16BE(response.length - HEADER_BYTES, 2)
  const fingerprint = Buffer.alloc(4)
  fingerprint.writeUInt32BE((crc32(response.subarray(0, fingerprintAt)) ^ FINGERPRINT_XOR) >>> 0)
  writeAttribute(response, fingerprintAt, Attribute.FINGERPRINT, fingerprint)
  return response
}

function writeAttribute(message: Buffer, at: number, type: number, value: Buffer): void {
  message.writeUInt16BE(type, at)
  message.writeUInt16BE(value.length, at + 2)
  message.set(value, at + 4)
}

/** Returns the signature of what comes before it. The signed header has the length up to the signature's end. */
function integrityOf(message: Buffer, integrityAt: number, password: string): Buffer {
  const signed = Buffer.from(message.subarray(0, integrityAt))
  signed.writeUInt16BE(integrityAt - HEADER_BYTES + 4 + INTEGRITY_BYTES, 2)
  return createHmac('sha1', password).update(signed).digest()
}

/** Returns the value of XOR-MAPPED-ADDRESS. `mask` is the cookie with the transaction id. */
function xorAddress({ ip, port }: UdpAddress, mask: Buffer): Buffer {
  const address = addressBytes(ip)
  const value = Buffer.alloc(4 + address.length)
  value.writeUInt8(address.length === 4 ? FAMILY_IPV4 : FAMILY_IPV6, 1)
  value.writeUInt16BE(port ^ (MAGIC_COOKIE >>> 16), 2)
  for (const [index, byte] of address.entries()) value[4 + index] = byte ^ (mask[index] ?? 0)
  return value
}

function addressBytes(ip: string): Buffer {
  if (!isIPv6(ip)) return Buffer.from(ip.split('.').map(Number))
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').split('::')
  const groups = (part: string) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16)))
  const before = groups(head)
  const after = tail === undefined ? [] : groups(tail)
  const all = [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after]
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 0xff]))
}
