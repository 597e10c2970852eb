import { ApiError, type Snowflake } from '@guildhall/protocol'
import { memberInGuild } from '../../access/member.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Member, User } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { findUser } from '../users/index.ts'
import type { Standing } from './rules.ts'

/** A member who acts in a guild, with their permissions there. */
export interface Acting {
  readonly view: GuildView
  readonly member: Member
  readonly permissions: bigint
}

/** A member and their user, or 10007. */
export async function getMember(
  work: Work,
  { view }: Acting,
  userId: Snowflake,
): Promise<{ member: Member; user: User }> {
  const member = await memberInGuild(work, view, userId)
  const user = member && (await findUser(work, userId))
  if (!member || !user) throw new ApiError('UNKNOWN_MEMBER')
  return { member, user }
}

/** How the caller stands to another member. */
export function standingTo(guild: Acting, target: Member): Standing {
  const { view, member, permissions } = guild
  return {
    permissions,
    rank: view.rank(member.user_id, member.roles),
    targetRank: view.rank(target.user_id, target.roles),
    self: member.user_id === target.user_id,
  }
}
