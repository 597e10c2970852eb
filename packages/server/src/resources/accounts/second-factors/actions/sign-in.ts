import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { reviveAccount } from '../../deletions/index.ts'
import { beginSession, demandStaying } from '../../users/index.ts'
import { type Factors, hasFactor } from '../model.ts'
import { presentTicket, type SignedInObject } from '../present.ts'
import type { Site } from '../site.ts'
import * as store from '../store.ts'
import { requestChallenge } from '../webauthn.ts'
import { newTicket, saveTicket } from './save.ts'

/**
 * Signs in a person who has proven their first factor: returns a session, or a ticket for the second factor.
 *
 * @param options.revives whether the sign-in takes the deletion of the account back
 * @throws ApiError ACCOUNT_SCHEDULED_FOR_DELETION without it
 */
export async function signIn(
  work: Work,
  userId: Snowflake,
  site: Site,
  { revives = false }: { revives?: boolean } = {},
): Promise<SignedInObject> {
  if (!revives) await demandStaying(work, userId)
  const factors = await store.findFactors(work, userId)
  if (hasFactor(factors)) return ticketFor(work, { userId, factors, site, revives })
  if (revives) await reviveAccount(work, userId)
  return { token: await beginSession(work, userId), user_id: userId.toString() }
}

/** Returns the ticket of a person who has a second factor; null for others. */
export async function ticketIfNeeded(work: Work, userId: Snowflake, site: Site) {
  const factors = await store.findFactors(work, userId)
  return hasFactor(factors) ? ticketFor(work, { userId, factors, site }) : null
}

async function ticketFor(
  work: Work,
  { userId, factors, site, revives = false }: { userId: Snowflake; factors: Factors; site: Site; revives?: boolean },
) {
  const webauthn = await challengeOf(factors, site)
  const made = newTicket({ kind: 'sign_in', userId, session: null, proof: webauthn?.challenge ?? null, revives })
  await saveTicket(work, made)
  return presentTicket(userId, factors, { ticket: made.ticket, webauthn: webauthn?.options ?? null })
}

/** Returns a challenge for a person's passkeys; null without one. */
export function challengeOf({ passkeys }: Factors, site: Site) {
  return passkeys.length === 0 || !site.allowsPasskeys ? null : requestChallenge(site, passkeys)
}
