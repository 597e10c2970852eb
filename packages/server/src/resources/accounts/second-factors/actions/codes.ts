import type { Snowflake } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import { CommittedRefusal } from '../../../../kernel/operation.ts'
import type { Work } from '../../../../kernel/work.ts'
import { offersMail, settingsOf } from '../../instance-settings/index.ts'
import { letters, queueMail } from '../../mails/index.ts'
import { findUser } from '../../users/index.ts'
import type { BackupCode } from '../model.ts'
import * as store from '../store.ts'
import { consumeTicket, hashOf, newCode, newTicket, renewCodes, saveFailure, saveTicket } from './save.ts'
import { invalidTicket, liveTicket } from './verify.ts'

/**
 * Returns nonces by which a person sees or renews their backup codes, and mails the key that goes with them. Without
 * mail only a fresh second factor replaces the key.
 */
export async function askForCodes(work: Work, { userId, tokenHash }: Caller, url: string) {
  const [user, settings] = [await findUser(work, userId), await settingsOf(work)]
  const address = user?.verified && offersMail(work, settings) ? user.email : null
  const key = newCode()
  const proof = address === null ? null : hashOf(key)
  const view = newTicket({ kind: 'view_codes', userId, session: tokenHash, proof })
  const renew = newTicket({ kind: 'renew_codes', userId, session: tokenHash, proof })
  for (const ticket of [view, renew]) await saveTicket(work, ticket)
  if (address !== null) await queueMail(work, address, letters.codesKey({ name: settings.name, url }, key))
  return { nonce: view.ticket, regenerate_nonce: renew.ticket }
}

/**
 * Returns the backup codes of a person, new ones on request, and uses the nonce up.
 *
 * @throws ApiError TWO_FACTOR_TICKET_INVALID for the nonce; TWO_FACTOR_CODE_INVALID for the key, which is counted
 */
export async function codesByNonce(
  work: Work,
  userId: Snowflake,
  given: { nonce: string; key: string; renews: boolean; isFresh: boolean },
): Promise<BackupCode[]> {
  const { nonce, key, renews } = given
  const { user_id, proof } = await liveTicket(work, nonce, renews ? 'renew_codes' : 'view_codes')
  if (user_id !== userId) throw invalidTicket()
  const hasKey = proof !== null && proof === hashOf(key.trim().toLowerCase())
  if (!given.isFresh && !hasKey) {
    await saveFailure(work, userId, nonce)
    throw new CommittedRefusal('TWO_FACTOR_CODE_INVALID')
  }
  if (!(await consumeTicket(work, nonce))) throw invalidTicket()
  return renews ? renewCodes(work, userId) : store.listCodes(work, userId)
}
