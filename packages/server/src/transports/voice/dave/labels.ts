import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { vector } from './codec.ts'

/** Label of what a signature covers (RFC 9420, 5.1.2). */
export type SignatureLabel = 'LeafNodeTBS' | 'KeyPackageTBS' | 'FramedContentTBS'

/** DER of a public key of P-256 up to the point itself. */
const SPKI_PREFIX = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d030107034200', 'hex')
const POINT_BYTES = 65
const UNCOMPRESSED = 4

/** Returns the key of an uncompressed point of P-256; undefined for bytes that are none, or not on the curve. */
export function publicKeyOf(point: Buffer): KeyObject | undefined {
  if (point.length !== POINT_BYTES || point[0] !== UNCOMPRESSED) return undefined
  try {
    return createPublicKey({ key: Buffer.concat([SPKI_PREFIX, point]), format: 'der', type: 'spki' })
  } catch {
    // OpenSSL refuses points that are not on the curve.
    return undefined
  }
}

/** Returns the uncompressed point of a public key of P-256. */
export function pointOf(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(SPKI_PREFIX.length)
}

/** Signs content under a label: ECDSA over SHA-256, in DER. */
export function signWithLabel(key: KeyObject, label: SignatureLabel, content: Buffer): Buffer {
  return sign('sha256', labelled(label, content), key)
}

/** Whether a signature of content under a label is valid. */
export function verifyWithLabel(key: KeyObject, label: SignatureLabel, content: Buffer, signature: Buffer): boolean {
  return verify('sha256', labelled(label, content), key, signature)
}

/** Returns the reference by which other messages name a proposal or a key package (RFC 9420, 5.2), in hex. */
export function referenceOf(kind: 'Proposal' | 'KeyPackage', value: Buffer): string {
  const label = Buffer.from(`MLS 1.0 ${kind} Reference`)
  return createHash('sha256').update(vector(label)).update(vector(value)).digest('hex')
}

function labelled(label: SignatureLabel, content: Buffer): Buffer {
  return Buffer.concat([vector(Buffer.from(`MLS 1.0 ${label}`)), vector(content)])
}
