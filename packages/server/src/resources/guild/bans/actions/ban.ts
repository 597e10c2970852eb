import { ApiError, AuditLogAction, demand, Permission, type Snowflake, snowflakeAt } from '@guildhall/protocol'
import type { GuildAccess } from '../../../../access/guild.ts'
import { memberInGuild } from '../../../../access/member.ts'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { audit } from '../../audit-log/index.ts'
import { mayActOn, removeMember, standingTo } from '../../members/index.ts'
import { authorBanned } from '../consequences.ts'
import * as store from '../store.ts'
import { createBan } from './save.ts'

/**
 * Bans a user, who need not be a member, and deletes their messages of the last `deleteSeconds`. A second ban changes
 * nothing.
 *
 * @throws UNKNOWN_USER (10013); MISSING_PERMISSIONS (50013) for a member of the same or a higher rank
 */
export async function banUser(work: Work, guild: GuildAccess, userId: Snowflake, deleteSeconds: number): Promise<void> {
  const { view } = guild
  const user = await findPossibleMember(work, userId)
  if (!user) throw new ApiError('UNKNOWN_USER')
  const member = await memberInGuild(work, view, userId)
  if (member) demand(mayActOn(standingTo(guild, member), Permission.BAN_MEMBERS))
  if (await store.findBan(work, view.id, userId)) return
  if (member) await removeMember(work, view.id, user)
  await createBan(work, view.id, user)
  await audit(work, { guildId: view.id, action: AuditLogAction.MEMBER_BAN_ADD, targetId: userId })
  if (deleteSeconds === 0) return
  await work.follow(authorBanned, { view, userId, since: snowflakeAt(work.now - deleteSeconds * 1000) })
}

/** Returns whether `banUser` accepts a user, for Bulk Guild Ban, which skips refused users. */
export async function canBan(work: Work, guild: GuildAccess, userId: Snowflake): Promise<boolean> {
  if (!(await findPossibleMember(work, userId))) return false
  const member = await memberInGuild(work, guild.view, userId)
  return !member || mayActOn(standingTo(guild, member), Permission.BAN_MEMBERS).ok
}

/** Returns a user who can join guilds; provisional accounts never do. */
async function findPossibleMember(work: Work, userId: Snowflake): Promise<User | undefined> {
  const user = await findUser(work, userId)
  return user?.provisional_for === null ? user : undefined
}
