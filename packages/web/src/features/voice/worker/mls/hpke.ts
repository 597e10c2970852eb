import { type Bytes, concat, demand, type Reader, text, u8, u16, vector } from './codec.ts'
import { expand, extract, HASH_BYTES } from './hash.ts'
import { agree, encryptionKeysOf, type KeyPair, newEncryptionKeys, POINT_BYTES } from './keys.ts'
import { isScalar } from './p256.ts'

// HPKE (RFC 9180) in base mode with one message per key: DHKEM(P-256, HKDF-SHA256), HKDF-SHA256, AES-128-GCM.

const KEM_ID = 0x0010
const KEM_SUITE = concat(text('KEM'), u16(KEM_ID))
const SUITE = concat(text('HPKE'), u16(KEM_ID), u16(1), u16(1))
const VERSION = text('HPKE-v1')
const KEY_BYTES = 16
const NONCE_BYTES = 12
const SCALAR_BYTES = 32
const CANDIDATES = 256
const EMPTY = new Uint8Array()

const { subtle } = globalThis.crypto

/** Ciphertext of HPKE (RFC 9420, 7.6). */
export interface Ciphertext {
  readonly kemOutput: Bytes
  readonly ciphertext: Bytes
}

/** Reads a ciphertext. */
export function readCiphertext(reader: Reader): Ciphertext {
  return { kemOutput: reader.vector(), ciphertext: reader.vector() }
}

/** Encodes a ciphertext. */
export function encodeCiphertext({ kemOutput, ciphertext }: Ciphertext): Bytes {
  return concat(vector(kemOutput), vector(ciphertext))
}

function labelledExtract(suite: Bytes, salt: Bytes, label: string, input: Bytes): Bytes {
  return extract(salt, concat(VERSION, suite, text(label), input))
}

function labelledExpand(suite: Bytes, secret: Bytes, label: string, info: Bytes, length: number): Bytes {
  return expand(secret, concat(u16(length), VERSION, suite, text(label), info), length)
}

/** Returns the key pair that a secret gives (RFC 9180, 7.1.3). */
export async function deriveKeyPair(secret: Bytes): Promise<KeyPair> {
  const key = labelledExtract(KEM_SUITE, EMPTY, 'dkp_prk', secret)
  for (let counter = 0; counter < CANDIDATES; counter++) {
    const scalar = labelledExpand(KEM_SUITE, key, 'candidate', u8(counter), SCALAR_BYTES)
    if (isScalar(scalar)) return await encryptionKeysOf(scalar)
  }
  throw new Error('no key pair for a secret')
}

/** Encrypts under a label (RFC 9420, 5.1.3). */
export async function encryptWithLabel(point: Bytes, label: string, context: Bytes, plain: Bytes): Promise<Ciphertext> {
  const ephemeral = await newEncryptionKeys()
  const agreed = await agree(ephemeral.privateKey, point)
  const { key, nonce } = await keyOf(agreed, concat(ephemeral.publicKey, point), infoOf(label, context))
  return { kemOutput: ephemeral.publicKey, ciphertext: await seal(key, nonce, plain) }
}

/** Decrypts under a label. @throws for a ciphertext that is not for this key, label and context */
export async function decryptWithLabel(
  keys: KeyPair,
  label: string,
  context: Bytes,
  { kemOutput, ciphertext }: Ciphertext,
): Promise<Bytes> {
  demand(kemOutput.length === POINT_BYTES, 'KEM output')
  const agreed = await agree(keys.privateKey, kemOutput)
  const { key, nonce } = await keyOf(agreed, concat(kemOutput, keys.publicKey), infoOf(label, context))
  return await open(key, nonce, ciphertext)
}

/** Encrypts by AES-128-GCM with a tag of 16 bytes, without additional data. */
export async function seal(key: Bytes, nonce: Bytes, plain: Bytes): Promise<Bytes> {
  const imported = await subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt'])
  return new Uint8Array(await subtle.encrypt({ name: 'AES-GCM', iv: nonce }, imported, plain))
}

/** Decrypts by AES-128-GCM. @throws for a ciphertext that is not valid */
export async function open(key: Bytes, nonce: Bytes, ciphertext: Bytes): Promise<Bytes> {
  const imported = await subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  return new Uint8Array(await subtle.decrypt({ name: 'AES-GCM', iv: nonce }, imported, ciphertext))
}

function infoOf(label: string, context: Bytes): Bytes {
  return concat(vector(text(`MLS 1.0 ${label}`)), vector(context))
}

async function keyOf(agreed: Bytes, context: Bytes, info: Bytes): Promise<{ key: Bytes; nonce: Bytes }> {
  const agreedKey = labelledExtract(KEM_SUITE, EMPTY, 'eae_prk', agreed)
  const shared = labelledExpand(KEM_SUITE, agreedKey, 'shared_secret', context, HASH_BYTES)
  const pskHash = labelledExtract(SUITE, EMPTY, 'psk_id_hash', EMPTY)
  const infoHash = labelledExtract(SUITE, EMPTY, 'info_hash', info)
  const schedule = concat(u8(0), pskHash, infoHash)
  const secret = labelledExtract(SUITE, shared, 'secret', EMPTY)
  return {
    key: labelledExpand(SUITE, secret, 'key', schedule, KEY_BYTES),
    nonce: labelledExpand(SUITE, secret, 'base_nonce', schedule, NONCE_BYTES),
  }
}
