import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../kernel/guild-view.ts'
import type { Member, User } from '../kernel/model.ts'
import type { StoreSession } from '../kernel/store/store.ts'
import * as users from '../resources/accounts/users/store.ts'
import { findMemberAndVersion } from '../resources/guild/members/store.ts'

/**
 * Returns a member from the guild view, or else from the store; undefined for a user who is not a member. The view
 * keeps a member whose row is of its own version: with a newer one, it would decide earlier events by later roles.
 */
export async function memberInGuild(
  session: StoreSession,
  view: GuildView,
  userId: Snowflake,
): Promise<Member | undefined> {
  const known = view.member(userId)
  if (known) return known
  const found = await findMemberAndVersion(session, view.id, userId)
  if (found?.version === view.version) view.cacheMember(found.member)
  return found?.member
}

/** Returns a member with their user, or throws UNKNOWN_MEMBER (10007). */
export async function getMember(
  session: StoreSession,
  view: GuildView,
  userId: Snowflake,
): Promise<{ member: Member; user: User }> {
  const member = await memberInGuild(session, view, userId)
  const user = member && (await users.findUser(session, userId))
  if (!member || !user) throw new ApiError('UNKNOWN_MEMBER')
  return { member, user }
}
