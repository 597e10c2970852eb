import { scryptAsync } from '@noble/hashes/scrypt.js'
import { type Bytes, concat, u16, u64 } from './mls/codec.ts'

const GROUP = 5
const PRIVACY_DIGITS = 30
const VERIFICATION_DIGITS = 45
const FINGERPRINT_VERSION = 0
const SALT = Uint8Array.of(
  0x24,
  0xca,
  0xb1,
  0x7a,
  0x7a,
  0xf8,
  0xec,
  0x2b,
  0x82,
  0xb4,
  0x12,
  0xb9,
  0x2d,
  0xab,
  0x19,
  0x2e,
)
/** Frames are encrypted in the same thread: the hash, of some 150 ms, pauses after this time. In milliseconds. */
const PAUSE_AFTER_MS = 4
const SCRYPT = { N: 16_384, r: 8, p: 2, dkLen: 64, asyncTick: PAUSE_AFTER_MS }

/** Identity of a member: user, and public signature key. */
export interface Identity {
  readonly user: string
  readonly signatureKey: Bytes
}

/** Returns digits that are the same for everybody who has the same bytes (DAVE, Displayable Codes). */
function digitsOf(bytes: Uint8Array, count: number): string {
  let digits = ''
  for (let at = 0; digits.length < count; at += GROUP) {
    let value = 0
    for (const byte of bytes.subarray(at, at + GROUP)) value = value * 256 + byte
    digits += (value % 10 ** GROUP).toString().padStart(GROUP, '0')
  }
  return digits
}

/** Returns the privacy code of an epoch: 30 digits of its authenticator, of 32 bytes. */
export function privacyCodeOf(authenticator: Uint8Array): string {
  return digitsOf(authenticator, PRIVACY_DIGITS)
}

/** Returns the code by which two members verify each other's identity: 45 digits, the same for both. */
export async function verificationCodeOf(one: Identity, other: Identity): Promise<string> {
  const [first, second] = [one, other].map(({ user, signatureKey }) =>
    concat(u16(FINGERPRINT_VERSION), signatureKey, u64(BigInt(user))),
  )
  if (!first || !second) return ''
  const [low, high] = isBefore(first, second) ? [first, second] : [second, first]
  return digitsOf(await scryptAsync(concat(low, high), SALT, SCRYPT), VERIFICATION_DIGITS)
}

function isBefore(one: Uint8Array, other: Uint8Array): boolean {
  const at = one.findIndex((byte, index) => byte !== other[index])
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0)
}
