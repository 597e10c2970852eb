import { ApiError, type Instant, type Snowflake } from '@guildhall/protocol'
import { userTopic } from '../../../kernel/event.ts'
import type { User } from '../../../kernel/model.ts'
import type { Work } from '../../../kernel/work.ts'
import { findApplication } from '../../applications/index.ts'
import { deleteIdentities, listApplicationsKnowing } from '../../external-identities/index.ts'
import { listGrantedApplications } from '../../oauth2/index.ts'
import { deauthorize, lockAccounts } from '../../provisional-accounts/index.ts'
import { findUser, tokensPruned, tokensRevoked } from '../../users/index.ts'
import { isBanActive } from '../model.ts'
import * as store from '../store.ts'

/**
 * Bans a user from the platform. Every application loses its authorization; players of games continue with restricted
 * provisional accounts. The person's own tokens stay, but are refused while the ban is active. [SUB-6] [SUB-7] [SUB-8]
 *
 * @param until end of the ban; null for none
 * @throws ApiError UNKNOWN_USER, INVALID_ACCOUNT_TYPE for a bot
 */
export async function banUser(work: Work, userId: Snowflake, until: Instant | null): Promise<void> {
  const user = await findUser(work, userId)
  if (!user) throw new ApiError('UNKNOWN_USER')
  if (user.bot) throw new ApiError('INVALID_ACCOUNT_TYPE')
  await lockAccounts(work, [user.id])
  await store.savePlatformBan(work, { user_id: user.id, created_at: work.now, until })
  await endAuthorizations(work, user)
  work.emit(tokensRevoked, userTopic(user.id), { userId: user.id, applicationId: null })
}

async function endAuthorizations(work: Work, user: User): Promise<void> {
  const known = await listApplicationsKnowing(work, user.id)
  for (const id of new Set([...(await listGrantedApplications(work, user.id)), ...known])) {
    const application = await findApplication(work, id)
    if (!application) continue
    await deauthorize(work, { application, user, restrictedBy: user.id })
    // Identities that only hold a profile did not move to a provisional account.
    if (user.provisional_for === null) await deleteIdentities(work, id, user.id)
  }
}

/** Lifts the ban of a user. @throws ApiError UNKNOWN_BAN for a user without an active one */
export async function liftBan(work: Work, userId: Snowflake): Promise<void> {
  await lockAccounts(work, [userId])
  const ban = await store.findPlatformBan(work, userId)
  if (!isBanActive(ban, work.now)) throw new ApiError('UNKNOWN_BAN')
  await store.deletePlatformBan(work, userId)
  work.emit(tokensPruned, userTopic(userId), null)
}
