import { type Bytes, concat, text, vector } from './codec.ts'
import { publicPoint } from './p256.ts'

const ECDH = { name: 'ECDH', namedCurve: 'P-256' } as const
const ECDSA = { name: 'ECDSA', namedCurve: 'P-256' } as const
const SIGNATURE = { name: 'ECDSA', hash: 'SHA-256' } as const
/** Length of an uncompressed point of P-256, in bytes. */
export const POINT_BYTES = 65
const FIELD_BYTES = 32
const SEQUENCE = 0x30
const INTEGER = 0x02

const { subtle } = globalThis.crypto

/** Key pair of P-256. The private key never leaves WebCrypto. */
export interface KeyPair {
  /** Uncompressed point of 65 bytes. */
  readonly publicKey: Bytes
  readonly privateKey: CryptoKey
}

/** Label of what a signature covers (RFC 9420, 5.1.2). */
export type SignatureLabel = 'LeafNodeTBS' | 'KeyPackageTBS' | 'FramedContentTBS' | 'GroupInfoTBS'

/** Returns a new key pair for encryption. */
export async function newEncryptionKeys(): Promise<KeyPair> {
  const { publicKey, privateKey } = await subtle.generateKey(ECDH, false, ['deriveBits'])
  return { publicKey: new Uint8Array(await subtle.exportKey('raw', publicKey)), privateKey }
}

/** Returns a new key pair for signatures. */
export async function newSignatureKeys(): Promise<KeyPair> {
  const { publicKey, privateKey } = await subtle.generateKey(ECDSA, false, ['sign', 'verify'])
  return { publicKey: new Uint8Array(await subtle.exportKey('raw', publicKey)), privateKey }
}

/** Returns the key pair for encryption of a private key of 32 bytes. */
export async function encryptionKeysOf(scalar: Bytes): Promise<KeyPair> {
  const publicKey = publicPoint(scalar)
  const [x, y] = [publicKey.subarray(1, 1 + FIELD_BYTES), publicKey.subarray(1 + FIELD_BYTES)]
  const jwk = { kty: 'EC', crv: 'P-256', x: base64Url(x), y: base64Url(y), d: base64Url(scalar), ext: true }
  return { publicKey, privateKey: await subtle.importKey('jwk', jwk, ECDH, false, ['deriveBits']) }
}

/** Returns the shared secret of ECDH: 32 bytes. @throws for a point that is not on the curve */
export async function agree(privateKey: CryptoKey, point: Bytes): Promise<Bytes> {
  const publicKey = await subtle.importKey('raw', point, ECDH, false, [])
  return new Uint8Array(await subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, FIELD_BYTES * 8))
}

/** Signs content under a label: ECDSA over SHA-256, in DER. */
export async function signWithLabel(key: CryptoKey, label: SignatureLabel, content: Bytes): Promise<Bytes> {
  return toDer(new Uint8Array(await subtle.sign(SIGNATURE, key, labelled(label, content))))
}

/** Whether a signature of content under a label is valid. False for bytes that are no point. */
export async function verifyWithLabel(
  point: Bytes,
  label: SignatureLabel,
  content: Bytes,
  signature: Bytes,
): Promise<boolean> {
  const raw = fromDer(signature)
  if (!raw) return false
  try {
    const key = await subtle.importKey('raw', point, ECDSA, false, ['verify'])
    return await subtle.verify(SIGNATURE, key, raw, labelled(label, content))
  } catch {
    // WebCrypto refuses points that are not on the curve.
    return false
  }
}

function labelled(label: SignatureLabel, content: Bytes): Bytes {
  return concat(vector(text(`MLS 1.0 ${label}`)), vector(content))
}

function base64Url(bytes: Bytes): string {
  const base64 = btoa(String.fromCharCode(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** Returns a signature of two numbers of 32 bytes in DER, as MLS has them. */
export function toDer(raw: Uint8Array): Bytes {
  const numbers = concat(derInteger(raw.subarray(0, FIELD_BYTES)), derInteger(raw.subarray(FIELD_BYTES)))
  return concat(Uint8Array.of(SEQUENCE, numbers.length), numbers)
}

function derInteger(number: Uint8Array): Bytes {
  let from = 0
  while (from < number.length - 1 && number[from] === 0) from += 1
  const digits = number.subarray(from)
  const isNegative = (digits[0] ?? 0) >= 0x80
  return concat(Uint8Array.of(INTEGER, digits.length + (isNegative ? 1 : 0), ...(isNegative ? [0] : [])), digits)
}

/** Returns a signature in DER as two numbers of 32 bytes, as WebCrypto takes them; undefined if it is none. */
export function fromDer(der: Uint8Array): Bytes | undefined {
  if (der.length < 8 || der[0] !== SEQUENCE || der[1] !== der.length - 2) return undefined
  const raw = new Uint8Array(2 * FIELD_BYTES)
  let at = 2
  for (const end of [FIELD_BYTES, 2 * FIELD_BYTES]) {
    const length = der[at + 1] ?? 0
    if (der[at] !== INTEGER || length === 0) return undefined
    const number = der.subarray(at + 2, at + 2 + length)
    const digits = number[0] === 0 ? number.subarray(1) : number
    if (number.length !== length || digits.length > FIELD_BYTES) return undefined
    raw.set(digits, end - digits.length)
    at += 2 + length
  }
  return at === der.length ? raw : undefined
}
