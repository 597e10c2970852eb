import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** The certificate of the endpoint, made at each start. Clients know it by its fingerprint alone. */
export interface Certificate {
  readonly der: Buffer
  /** ECDSA with P-256. */
  readonly privateKey: KeyObject
}

const DAY_MS = 86_400_000
const YEAR_MS = 365 * DAY_MS
const SERIAL_BYTES = 8

/** Tags of DER. */
const Tag = { INTEGER: 0x02, BIT_STRING: 0x03, UTF8: 0x0c, UTC_TIME: 0x17, SEQUENCE: 0x30, SET: 0x31, VERSION: 0xa0 }
const VERSION_3 = Buffer.of(2)
const ECDSA_WITH_SHA256 = Buffer.from('06082a8648ce3d040302', 'hex')
const COMMON_NAME = Buffer.from('0603550403', 'hex')
const NO_UNUSED_BITS = Buffer.of(0)

/**
 * Makes a self-signed certificate, valid for a year from the day before.
 *
 * It is written here because the ASN.1 library of the local authority would be loaded for it with the first call: the
 * certificate has no extension, and nobody reads more of it than key and hash.
 * @param now wall-clock time in ms
 */
export function makeCertificate(now: number): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(Tag.SEQUENCE, ECDSA_WITH_SHA256)
  const name = der(Tag.SEQUENCE, der(Tag.SET, der(Tag.SEQUENCE, COMMON_NAME, der(Tag.UTF8, Buffer.from('guildhall')))))
  const toBeSigned = der(
    Tag.SEQUENCE,
    der(Tag.VERSION, der(Tag.INTEGER, VERSION_3)),
    der(Tag.INTEGER, newSerial()),
    algorithm,
    name,
    der(Tag.SEQUENCE, utcTime(now - DAY_MS), utcTime(now + YEAR_MS)),
    name,
    publicKey.export({ format: 'der', type: 'spki' }),
  )
  const signature = sign('sha256', toBeSigned, privateKey)
  return {
    der: der(Tag.SEQUENCE, toBeSigned, algorithm, der(Tag.BIT_STRING, NO_UNUSED_BITS, signature)),
    privateKey,
  }
}

/** Returns the SHA-256 of a certificate as SDP writes it: `AB:CD:…`. */
export function fingerprintText(certificate: Certificate): string {
  const hex = createHash('sha256').update(certificate.der).digest('hex').toUpperCase()
  return (hex.match(/../g) ?? []).join(':')
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...size), content])
}

/** Serials are positive: the first bit is clear; the next is set, since a leading zero byte would not be canonical. */
function newSerial(): Buffer {
  const serial = randomBytes(SERIAL_BYTES)
  serial[0] = ((serial[0] ?? 0) & 0x7f) | 0x40
  return serial
}

function utcTime(instant: number): Buffer {
  const digits = new Date(instant).toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)
  return der(Tag.UTC_TIME, Buffer.from(`${digits}Z`, 'latin1'))
}
