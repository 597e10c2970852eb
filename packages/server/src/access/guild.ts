import { ApiError, has, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../kernel/caller.ts'
import type { GuildView } from '../kernel/guild-view.ts'
import type { Member } from '../kernel/model.ts'
import type { Work } from '../kernel/work.ts'
import { memberOf } from './member.ts'

/** A guild as a member sees it. */
export interface VisibleGuild {
  readonly view: GuildView
  readonly member: Member
  /** In the guild as a whole, a time-out already taken off. */
  readonly permissions: bigint
}

/** The guild, for a caller who is a member; 10004 for one that does not exist or is none of the caller's. [END-15] */
export async function visibleGuild(work: Work, caller: Caller, guildId: Snowflake): Promise<VisibleGuild> {
  const view = await work.view(guildId)
  const member = view && (await memberOf(work, view, caller.userId))
  if (!view || !member) throw new ApiError('UNKNOWN_GUILD')
  return { view, member, permissions: view.permissionsOfMember(member, work.now) }
}

/** Like visibleGuild, and the caller needs all of `permission` there: else 50013. */
export async function guildWith(
  work: Work,
  caller: Caller,
  guildId: Snowflake,
  permission: bigint,
): Promise<VisibleGuild> {
  const guild = await visibleGuild(work, caller, guildId)
  if (!has(guild.permissions, permission)) throw new ApiError('MISSING_PERMISSIONS')
  return guild
}
