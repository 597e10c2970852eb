import { hmac as hmacOf } from '@noble/hashes/hmac.js'
import { sha256 as sha256Of } from '@noble/hashes/sha2.js'
import { type Bytes, concat, text, u16, vector } from './codec.ts'

// Hashes of small values in JavaScript cost less than a task of WebCrypto, and keep the group's rules synchronous.

/** Length of a hash and of a secret, in bytes. */
export const HASH_BYTES = 32

/** Returns the SHA-256 of the joined parts. */
export function sha256(...parts: readonly Uint8Array[]): Bytes {
  const hash = sha256Of.create()
  for (const part of parts) hash.update(part)
  return hash.digest() as Bytes
}

/** Returns the HMAC-SHA-256 of the joined parts. */
export function hmac(key: Uint8Array, ...parts: readonly Uint8Array[]): Bytes {
  return hmacOf(sha256Of, key, concat(...parts)) as Bytes
}

/** Returns HKDF-Extract. */
export function extract(salt: Uint8Array, input: Uint8Array): Bytes {
  return hmac(salt, input)
}

/** Returns HKDF-Expand of at most one hash. Secrets of media keys are shorter than what libraries accept. */
export function expand(secret: Uint8Array, info: Uint8Array, length: number): Bytes {
  return hmac(secret, info, Uint8Array.of(1)).subarray(0, length)
}

/** Returns ExpandWithLabel (RFC 9420, 8). */
export function expandWithLabel(secret: Uint8Array, label: string, context: Uint8Array, length: number): Bytes {
  return expand(secret, concat(u16(length), vector(text(`MLS 1.0 ${label}`)), vector(context)), length)
}

/** Returns DeriveSecret (RFC 9420, 8). */
export function deriveSecret(secret: Uint8Array, label: string): Bytes {
  return expandWithLabel(secret, label, new Uint8Array(), HASH_BYTES)
}

/** Returns the reference by which other messages name a proposal or a key package (RFC 9420, 5.2). */
export function referenceOf(kind: 'Proposal' | 'KeyPackage', value: Uint8Array): Bytes {
  return sha256(vector(text(`MLS 1.0 ${kind} Reference`)), vector(value))
}
