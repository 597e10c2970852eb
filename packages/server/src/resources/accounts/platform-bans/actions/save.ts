import { ApiError, type Instant, type Snowflake, wireTime } from '@guildhall/protocol'
import { userTopic } from '../../../../kernel/event.ts'
import type { Work } from '../../../../kernel/work.ts'
import { demandLosable, logAction, type Operator, roleBelow } from '../../operators/index.ts'
import { endSignedInSessions, findUser, lockAccounts, tokensPruned, tokensRevoked } from '../../users/index.ts'
import { bannedMessagesUnwanted, platformBanCreated } from '../consequences.ts'
import { isBanActive } from '../model.ts'
import * as store from '../store.ts'

/**
 * Bans a user from the platform. Every application loses its authorization; players of games continue with restricted
 * provisional accounts. The person's sessions end; tokens of a world file are refused while the ban is active.
 * [SUB-6] [SUB-7] [SUB-8]
 *
 * @throws ApiError UNKNOWN_USER; INVALID_ACCOUNT_TYPE for a bot; MISSING_PERMISSIONS for a person of the same role
 */
export async function banUser(work: Work, operator: Operator, ban: NewBan): Promise<void> {
  const { userId, until, reason, deleteSeconds } = ban
  const user = await findUser(work, userId)
  if (!user) throw new ApiError('UNKNOWN_USER')
  if (user.bot) throw new ApiError('INVALID_ACCOUNT_TYPE')
  await lockAccounts(work, [user.id])
  await demandLosable(work, operator, user.id)
  await store.savePlatformBan(work, { user_id: user.id, created_at: work.now, until, reason })
  const changes = [
    { key: 'until', old: null, new: until === null ? null : wireTime(until) },
    ...(deleteSeconds > 0 ? [{ key: 'delete_message_seconds', old: null, new: deleteSeconds }] : []),
  ]
  await logAction(work, operator, { action: 'suspend', target: user.id, changes, reason })
  await endSignedInSessions(work, user.id)
  await work.follow(platformBanCreated, user)
  if (deleteSeconds > 0) {
    const since = Math.max(work.now - deleteSeconds * 1000, 0)
    await work.follow(bannedMessagesUnwanted, { userId: user.id, since })
  }
  work.emit(tokensRevoked, userTopic(user.id), { userId: user.id, applicationId: null })
}

/** A ban that an operator gives. */
interface NewBan {
  readonly userId: Snowflake
  /** Null for a ban without an end. */
  readonly until: Instant | null
  /** Shown to the person when they sign in. */
  readonly reason: string | null
  /** Age of the oldest message that is removed; 0 removes none. */
  readonly deleteSeconds: number
}

/** Lifts the ban of a user. @throws ApiError UNKNOWN_BAN for a user without an active one */
export async function liftBan(work: Work, operator: Operator, userId: Snowflake): Promise<void> {
  await lockAccounts(work, [userId])
  const ban = await store.findPlatformBan(work, userId)
  if (!isBanActive(ban, work.now)) throw new ApiError('UNKNOWN_BAN')
  await roleBelow(work, operator, userId)
  await store.deletePlatformBan(work, userId)
  await logAction(work, operator, { action: 'unsuspend', target: userId })
  work.emit(tokensPruned, userTopic(userId), null)
}
