import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether a PKCE verifier belongs to a challenge. (RFC 7636, 4.6) */
export function verifierFits(challenge: string, verifier: string | undefined): boolean {
  if (verifier === undefined || !/^[\w.~-]{43,128}$/.test(verifier)) return false
  return equal(createHash('sha256').update(verifier).digest('base64url'), challenge)
}

/** Whether a client secret matches its stored hash, compared in constant time. */
export function secretFits(secret: string, storedHash: string): boolean {
  return equal(createHash('sha256').update(secret).digest('base64url'), storedHash)
}

function equal(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
