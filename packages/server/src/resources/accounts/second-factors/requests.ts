import type { Platform } from '../../../kernel/platform.ts'
import { OneOf, Text } from '../../../validation/schema.ts'
import { CREDENTIAL_MAX, TICKET_MAX } from './model.ts'
import { type Place, siteOf } from './site.ts'

/** Header with the proof of a fresh factor, as Verify MFA returns it. */
export const FRESH_HEADER = 'x-discord-mfa-authorization'

export const Ticket = Text(1, TICKET_MAX)
/** A code, or the response of a passkey as JSON. */
export const Proof = Text(1, CREDENTIAL_MAX)
export const AuthenticatorType = OneOf('totp', 'backup', 'webauthn')

/** Limit of requests with codes, beside the limits of wrong ones. */
export const CODE_LIMIT = { limit: 30, windowMs: 60_000 }

/** Returns the facts by which proofs are checked. */
export function placeOf({ addresses: { url }, wallClock }: Pick<Platform, 'addresses' | 'wallClock'>): Place {
  return { site: siteOf(url), wallNow: wallClock.now(), url }
}
