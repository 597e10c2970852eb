import { createHmac, randomBytes } from 'node:crypto'

const COOKIE = 0x2112_a442
const HEADER_BYTES = 20
const SIGNATURE_BYTES = 24
const BINDING_RESPONSE = 0x0101
const DTLS_HANDSHAKE = 22
/** Extensions of a ClientHello: master secret, groups, signatures, SRTP. */
const EXTENSIONS = [
  '00170000',
  'ff01000100',
  '000a00060004001d0017',
  '000b00020100',
  '000d000400020403',
  '000e00050002000700',
]

/** Credentials of a server in an answer. */
export interface IceCredentials {
  readonly ufrag: string
  readonly password: string
}

/** Returns a signed binding request of ICE (RFC 8445). */
export function bindingRequest({ ufrag, password }: IceCredentials): Buffer {
  const user = Buffer.from(`${ufrag}:doct`)
  const attribute = Buffer.alloc(4 + user.length + ((4 - (user.length % 4)) % 4))
  attribute.writeUInt16BE(6, 0)
  attribute.writeUInt16BE(user.length, 2)
  attribute.set(user, 4)
  const header = Buffer.alloc(HEADER_BYTES)
  header.writeUInt16BE(1, 0)
  header.writeUInt16BE(attribute.length + SIGNATURE_BYTES, 2)
  header.writeUInt32BE(COOKIE, 4)
  header.set(randomBytes(12), 8)
  const signed = Buffer.concat([header, attribute])
  const signature = createHmac('sha1', password).update(signed).digest()
  return Buffer.concat([signed, Buffer.of(0, 8, 0, signature.length), signature])
}

/** Whether a packet is a success response to a binding request. */
export function isBindingResponse(packet: Buffer): boolean {
  return (
    packet.length > HEADER_BYTES && packet.readUInt16BE(0) === BINDING_RESPONSE && packet.readUInt32BE(4) === COOKIE
  )
}

/** Returns the first flight of a DTLS client. Nothing follows it. */
export function clientHello(): Buffer {
  const extensions = Buffer.from(EXTENSIONS.join(''), 'hex')
  const suites = Buffer.from('00000002c02b0100', 'hex')
  const body = Buffer.concat([
    Buffer.from('fefd', 'hex'),
    randomBytes(32),
    suites,
    uint(extensions.length, 2),
    extensions,
  ])
  const message = Buffer.concat([Buffer.of(1), uint(body.length, 3), uint(0, 5), uint(body.length, 3), body])
  return Buffer.concat([Buffer.from('16fefd0000000000000000', 'hex'), uint(message.length, 2), message])
}

/** Whether a packet is the beginning of a DTLS server's answer. */
export function isServerFlight(packet: Buffer): boolean {
  return packet[0] === DTLS_HANDSHAKE
}

function uint(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}
