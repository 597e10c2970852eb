import type { Snowflake } from '@guildhall/protocol'
import type { Application, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { isLinking, listIdentities, moveIdentities } from '../../../accounts/external-identities/index.ts'
import { lockAccounts, presentUser } from '../../../accounts/users/index.ts'
import { queueWebhookEvent } from '../../../accounts/webhook-events/index.ts'
import { revokeGrants } from '../../oauth2/index.ts'
import { moveAccount } from './accounts.ts'
import { createAccount } from './save-account.ts'

/** End of the link between a user and an application. */
export interface Deauthorization {
  readonly application: Application
  readonly user: User
  /** Banned user to whose ban the new provisional account is bound. */
  readonly restrictedBy?: Snowflake
  /** The user's account had the application installed, which ends with it. */
  readonly uninstalled?: boolean
}

/**
 * Ends a user's authorization of an application, for any cause: deletes the tokens, ends the sessions, returns the
 * player's external identities to a new provisional account, and tells the application's server once. Returns false if
 * there was no authorization. [AUT-11] [AUT-13] [AUT-14] [EVT-13]
 */
export async function deauthorize(work: Work, cause: Deauthorization): Promise<boolean> {
  const { application, user } = cause
  await lockAccounts(work, [user.id])
  const revoked = await revokeGrants(work, application.id, user.id)
  // A provisional account has authorized nothing: only its tokens end.
  if (user.provisional_for !== null) return revoked
  const unmerged = await unmerge(work, cause)
  if (!revoked && !unmerged && !cause.uninstalled) return false
  // Players of a child have authorized its publisher.
  if (application.parent_id === null) {
    const data = { user: presentUser(user) }
    await queueWebhookEvent(work, { application, type: 'APPLICATION_DEAUTHORIZED', userId: user.id, data })
  }
  return true
}

/** Moves the external identities of a full account to a new provisional account. Returns false if it has none. */
async function unmerge(work: Work, cause: Deauthorization): Promise<boolean> {
  const { application, user, restrictedBy } = cause
  const identities = await listIdentities(work, user.id, application.id)
  if (!identities.some(isLinking)) return false
  const account = await createAccount(work, application, {
    displayName: user.global_name ?? user.username,
    restrictedBy: restrictedBy ?? null,
  })
  await moveAccount(work, { kind: 'unmerge', from: user, to: account, application })
  await moveIdentities(work, application.id, { from: user.id, to: account.id })
  return true
}
