import type { Work } from '../../../../kernel/work.ts'
import { settingsOf } from '../../../accounts/instance-settings/index.ts'
import { letters, queueMail } from '../../../accounts/mails/index.ts'
import { consumeLink, deadToken, endLinks, linkOfToken } from '../../../accounts/one-time-links/index.ts'
import { beginSession, endAllSessions, findUser, savePassword } from '../../../accounts/users/index.ts'

/**
 * Sets a new password by the token of a link, ends all sessions, and mails a notice. Returns the token of a new
 * session.
 *
 * @throws ApiError INVALID_FORM_BODY at `token`, with one text for all reasons
 */
export async function resetPassword(
  work: Work,
  { token, hash }: { token: string; hash: string },
  url: string,
): Promise<string> {
  const { userId, address } = await linkOfToken(work, token, { kinds: ['reset'], now: work.now })
  const user = await findUser(work, userId)
  // A new address ends links that were mailed to the former one.
  if (!user?.email || user.email !== address) throw deadToken()
  await consumeLink(work, token)
  await savePassword(work, userId, hash)
  await endLinks(work, userId, ['reset'])
  await endAllSessions(work, userId)
  const { name } = await settingsOf(work)
  await queueMail(work, user.email, letters.passwordChanged({ name, url }))
  return beginSession(work, userId)
}
