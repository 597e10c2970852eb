import { allow, EXTERNAL_AUTH_ALGORITHMS, type Instant, refuse, type Verdict } from '@guildhall/protocol'
import type { ExternalAuth } from '../../../kernel/model.ts'

const ALGORITHMS: ReadonlySet<unknown> = new Set(EXTERNAL_AUTH_ALGORITHMS)
/** Age up to which a token is accepted. [530004] */
const AGE_MAX_MS = 7 * 86_400_000
/** Difference between this platform's clock and an issuer's that is tolerated for times ahead. */
const CLOCK_SKEW_MS = 300_000
const SUBJECT_MAX = 1_024
const NAME_MAX = 32

/** An id token as it is read before its signature is verified. */
export interface UnverifiedToken {
  readonly header: Readonly<Record<string, unknown>>
  readonly claims: Readonly<Record<string, unknown>>
}

/** Splits a token into its JSON parts; null for any other text. Nothing in it is trusted yet. */
export function readIdToken(token: string): UnverifiedToken | null {
  const parts = token.split('.')
  const [header, claims, signature] = parts
  if (parts.length !== 3 || !header || !claims || !signature) return null
  const read = { header: jsonObject(header), claims: jsonObject(claims) }
  return read.header && read.claims ? { header: read.header, claims: read.claims } : null
}

function jsonObject(encoded: string): Record<string, unknown> | null {
  if (!/^[\w-]+$/.test(encoded)) return null
  try {
    const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString())
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

/**
 * Whether the header names an asymmetric algorithm and a key, and asks for nothing else: no critical extension is
 * understood, and a payload that is not encoded would be read differently than it is signed. (RFC 7515, 4.1.11; RFC
 * 7519, 7.2) [530020] [530027]
 */
export function mayHaveHeader({ alg, kid, crit, b64 }: UnverifiedToken['header']): Verdict {
  if (crit !== undefined) return refuse('OIDC_TOKEN_INVALID', 'the header has critical extensions')
  if (b64 !== undefined && b64 !== true) return refuse('OIDC_TOKEN_INVALID', 'the payload must be encoded as base64url')
  if (!ALGORITHMS.has(alg)) return refuse('OIDC_TOKEN_INVALID', `the algorithm ${String(alg)} is not supported`)
  if (typeof kid !== 'string' || kid === '') return refuse('ID_TOKEN_WITHOUT_KID', 'the header has no kid')
  return allow
}

/**
 * Returns the provider of a token among those that a game has configured for one type.
 * @returns the refusal if none has its issuer, or none of these its audience [530002] [530003]
 */
export function providerOf(
  { iss, aud, azp }: UnverifiedToken['claims'],
  configured: readonly ExternalAuth[],
): ExternalAuth | Extract<Verdict, { ok: false }> {
  const ofIssuer = configured.filter(({ issuer }) => issuer === iss)
  if (ofIssuer.length === 0) return refused('ID_TOKEN_ISSUER_MISMATCH', 'no provider has the issuer of the token')
  const audiences: unknown[] = Array.isArray(aud) ? aud : [aud]
  const found = ofIssuer.find(({ client_id }) => audiences.includes(client_id))
  if (!found) return refused('ID_TOKEN_AUDIENCE_MISMATCH', 'the audience is not the client id of the provider')
  // Apps on phones are their own clients at some issuers: the game configures them beside the audience.
  const isOwn = azp === undefined || ofIssuer.some(({ client_id }) => client_id === azp)
  return isOwn ? found : refused('ID_TOKEN_AUDIENCE_MISMATCH', 'the token was issued to another client (azp)')
}

function refused(error: 'ID_TOKEN_ISSUER_MISMATCH' | 'ID_TOKEN_AUDIENCE_MISMATCH', reason: string) {
  return { ok: false, error, reason } as const
}

/** Whether a token with these claims is current and names its subject. [530001] [530004] [530020] */
export function areClaimsCurrent({ sub, exp, iat, nbf }: UnverifiedToken['claims'], now: Instant): Verdict {
  if (typeof sub !== 'string' || sub === '' || sub.length > SUBJECT_MAX)
    return refuse('OIDC_TOKEN_INVALID', 'the token has no sub')
  if (!isTime(exp)) return refuse('OIDC_TOKEN_INVALID', 'the token has no exp')
  if (!isTime(iat)) return refuse('OIDC_TOKEN_INVALID', 'the token has no iat')
  if (exp * 1000 <= now) return refuse('ID_TOKEN_EXPIRED', 'the token has expired')
  if (iat * 1000 < now - AGE_MAX_MS) return refuse('ID_TOKEN_TOO_OLD', 'the token was issued more than a week ago')
  if (iat * 1000 > now + CLOCK_SKEW_MS) return refuse('OIDC_TOKEN_INVALID', 'the token was issued in the future')
  if (nbf !== undefined && (!isTime(nbf) || nbf * 1000 > now + CLOCK_SKEW_MS))
    return refuse('OIDC_TOKEN_INVALID', 'the token is not valid yet')
  return allow
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** Returns a display name that a provider gave, or null for one that cannot be displayed: the claim is optional. */
export function nameOf(claim: unknown): string | null {
  if (typeof claim !== 'string') return null
  const name = claim.trim()
  return name !== '' && [...name].length <= NAME_MAX ? name : null
}
