import type { Work } from '../../../../kernel/work.ts'
import { listGrantedApplications } from '../../../accounts/authorizations/store.ts'
import { settingsOf } from '../../../accounts/instance-settings/index.ts'
import { letters, queueMail } from '../../../accounts/mails/index.ts'
import { consumeLink, deadToken, endLinks, linkOfToken } from '../../../accounts/one-time-links/index.ts'
import type { GivenFactor } from '../../../accounts/second-factors/index.ts'
import { invalidTicket, redeemTicket, ticketIfNeeded } from '../../../accounts/second-factors/index.ts'
import { beginSession, endAllSessions, findUser, savePassword } from '../../../accounts/users/index.ts'
import { revokeGrants } from '../../../apps/oauth2/index.ts'

/** A new password by the token of a link. */
export interface PasswordReset {
  readonly token: string
  readonly hash: string
  /** Second factor of a person who has one, with the ticket of the first response; null in the first request. */
  readonly factor: { readonly ticket: string; readonly given: GivenFactor } | null
}

/**
 * Sets a new password by the token of a link, ends all sessions and tokens of applications, and mails a notice. Returns
 * the token of a new session; or a ticket for a person who has a second factor and has not proven it, and the link
 * stays.
 *
 * @throws ApiError INVALID_FORM_BODY at `token`, with one text for all reasons
 */
export async function resetPassword(
  work: Work,
  { token, hash, factor }: PasswordReset,
  { url, site }: Pick<GivenFactor, 'url' | 'site'>,
) {
  const { userId, address } = await linkOfToken(work, token, { kinds: ['reset'], now: work.now })
  const user = await findUser(work, userId)
  // A new address ends links that were mailed to the former one.
  if (!user?.email || user.email !== address) throw deadToken()
  const needed = factor === null ? await ticketIfNeeded(work, userId, site) : null
  if (needed) return needed
  if (factor) {
    const { ticket, given } = factor
    const proven = await redeemTicket(work, { ticket, kind: 'sign_in', session: null }, given)
    if (proven !== userId) throw invalidTicket()
  }
  await consumeLink(work, token)
  await savePassword(work, userId, hash)
  await endLinks(work, userId, ['reset'])
  await endAllSessions(work, userId)
  for (const id of await listGrantedApplications(work, userId)) await revokeGrants(work, id, userId)
  const { name } = await settingsOf(work)
  await queueMail(work, user.email, letters.passwordChanged({ name, url }))
  return { token: await beginSession(work, userId, { secondFactor: factor !== null }) }
}
