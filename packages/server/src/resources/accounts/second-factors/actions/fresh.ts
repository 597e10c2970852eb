import type { Caller } from '../../../../kernel/caller.ts'
import { RefusalWithEffects } from '../../../../kernel/operation.ts'
import type { StoreSession } from '../../../../kernel/store/store.ts'
import { presentMethods } from '../present.ts'
import type { Site } from '../site.ts'
import * as store from '../store.ts'
import { hashOf, newTicket, saveTicket } from './save.ts'
import { challengeOf } from './sign-in.ts'

/** Returns whether a session has proven a second factor in the last five minutes. */
export function isFresh(
  session: StoreSession,
  { tokenHash }: Pick<Caller, 'tokenHash'>,
  { proof, now }: { proof: string | undefined; now: number },
): Promise<boolean> {
  if (proof === undefined) return Promise.resolve(false)
  return store.isFresh(session, { hash: hashOf(proof), of: tokenHash, now })
}

/**
 * Returns the refusal of a request that needs a fresh second factor. It has a ticket for Verify MFA, and the ways in
 * which the person can prove themselves.
 */
export async function freshFactorNeeded(
  session: StoreSession,
  { userId, tokenHash }: Pick<Caller, 'userId' | 'tokenHash'>,
  site: Site,
): Promise<RefusalWithEffects> {
  const factors = await store.findFactors(session, userId)
  const webauthn = await challengeOf(factors, site)
  const made = newTicket({ kind: 'fresh', userId, session: tokenHash, proof: webauthn?.challenge ?? null })
  const mfa = { ticket: made.ticket, methods: presentMethods(factors, webauthn?.options ?? null) }
  return new RefusalWithEffects('TWO_FACTOR_REQUIRED', (later) => saveTicket(later, made), { extra: { mfa } })
}
