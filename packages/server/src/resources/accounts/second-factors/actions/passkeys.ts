import { ApiError, invalidForm, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import { RefusalWithEffects } from '../../../../kernel/operation.ts'
import type { Work } from '../../../../kernel/work.ts'
import { settingsOf } from '../../instance-settings/index.ts'
import { findUser } from '../../users/index.ts'
import { type BackupCode, PASSKEYS_MAX, type Passkey } from '../model.ts'
import type { Place, Site } from '../site.ts'
import * as store from '../store.ts'
import { createdPasskey, creationChallenge, requestChallenge } from '../webauthn.ts'
import { consumeTicket, newTicket, savePasskey, saveTicket } from './save.ts'
import { invalidTicket, liveTicket, namedPasskey, usePasskey } from './verify.ts'

/** Returns a challenge by which the caller's browser makes a passkey. @throws ApiError INVALID_FORM_BODY */
export async function challengeForNew(work: Work, { userId, user, tokenHash }: Caller, site: Site) {
  demandSite(site)
  const known = await work.lock(`factors.${userId}`, () => store.listPasskeys(work, userId))
  if (known.length >= PASSKEYS_MAX)
    throw invalidForm(['credential'], 'TOO_MANY_PASSKEYS', `A person can have ${PASSKEYS_MAX} passkeys.`)
  const { name } = await settingsOf(work)
  const { options, challenge } = await creationChallenge(site, { name, user, known })
  const made = newTicket({ kind: 'passkey', userId, session: tokenHash, proof: challenge })
  await saveTicket(work, made)
  return { ticket: made.ticket, challenge: options }
}

/**
 * Stores a new passkey of the caller, made for a challenge. Returns it, and the person's backup codes.
 *
 * @throws ApiError TWO_FACTOR_TICKET_INVALID; INVALID_FORM_BODY at `credential`
 */
export async function addPasskey(
  work: Work,
  { userId, user: known, tokenHash }: Caller,
  given: { site: Site; ticket: string; response: string; name: string },
): Promise<{ passkey: Passkey; codes: BackupCode[] }> {
  const { proof: challenge, user_id, session } = await liveTicket(work, given.ticket, 'passkey')
  const isTheirs = user_id === userId && session === tokenHash && challenge !== null
  if (!isTheirs || !(await consumeTicket(work, given.ticket))) throw invalidTicket()
  const made = await createdPasskey(given.site, { response: given.response, challenge })
  if (!made || (await store.findPasskey(work, made.credentialId)))
    throw invalidForm(['credential'], 'CREDENTIAL_INVALID', 'This passkey does not fit the challenge.')
  const passkey = { id: work.nextId(), userId, name: given.name, ...made }
  const user = (await findUser(work, userId)) ?? known
  return { passkey, codes: await savePasskey(work, user, passkey) }
}

/** Returns a passkey of a person. @throws ApiError NOT_FOUND */
export async function passkeyOf(work: Work, userId: Snowflake, id: Snowflake): Promise<Passkey> {
  const found = (await store.listPasskeys(work, userId)).find((passkey) => passkey.id === id)
  if (!found) throw new ApiError('NOT_FOUND')
  return found
}

/** Returns a challenge by which anybody signs in with a passkey alone. @throws ApiError INVALID_FORM_BODY */
export async function challengeForAnyone(work: Work, site: Site) {
  demandSite(site)
  const { options, challenge } = await requestChallenge(site, null)
  const made = newTicket({ kind: 'conditional', userId: null, session: null, proof: challenge })
  await saveTicket(work, made)
  return { ticket: made.ticket, challenge: options }
}

/**
 * Returns the person whose passkey has answered a challenge for anyone. The challenge is used up, also by a wrong
 * answer.
 *
 * @throws ApiError TWO_FACTOR_TICKET_INVALID, TWO_FACTOR_CODE_INVALID
 */
export async function personByPasskey(
  work: Work,
  given: Place & { ticket: string; response: string },
): Promise<Snowflake> {
  const { ticket, response: data } = given
  const { proof: challenge } = await liveTicket(work, ticket, 'conditional')
  const passkey = await namedPasskey(work, data)
  const isRight =
    passkey && challenge && (await usePasskey(work, passkey, { ...given, data, challenge, isAlone: true }))
  if (!isRight)
    throw new RefusalWithEffects('TWO_FACTOR_CODE_INVALID', async (later) => {
      await consumeTicket(later, ticket)
    })
  if (!(await consumeTicket(work, ticket))) throw invalidTicket()
  return passkey.userId
}

function demandSite({ allowsPasskeys }: Site): void {
  if (!allowsPasskeys)
    throw invalidForm(['credential'], 'PASSKEYS_NOT_AVAILABLE', 'Passkeys need an address with https, or localhost.')
}
