import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../kernel/caller.ts'
import type { GuildView } from '../kernel/guild-view.ts'
import type { Member } from '../kernel/model.ts'
import type { Work } from '../kernel/work.ts'
import { memberInGuild } from './member.ts'
import { demandPermission, permissionsWithheld } from './second-factor.ts'

/** A guild as one member may see and use it. */
export interface GuildAccess {
  readonly view: GuildView
  readonly member: Member
  /** Guild-wide permissions of the member, with a timeout and the guild's second factor already applied. */
  readonly permissions: bigint
  /** Permissions that the guild withholds from the caller in every channel, because a second factor is missing. */
  readonly withholds: bigint
}

/**
 * Returns a guild for a caller who is a member and has all of `permission` there.
 *
 * @throws UNKNOWN_GUILD (10004) for a guild that does not exist or that the caller is not a member of [END-15];
 *   MISSING_PERMISSIONS (50013) for a member without the permission; TWO_FACTOR_REQUIRED (60003) where the guild asks
 *   for a second factor
 */
export async function guildForCaller(
  work: Work,
  caller: Caller,
  guildId: Snowflake,
  permission = 0n,
): Promise<GuildAccess> {
  const view = await work.view(guildId)
  const member = view && (await memberInGuild(work, view, caller.userId))
  if (!view || !member) throw new ApiError('UNKNOWN_GUILD')
  const held = view.permissionsOfMember(member, work.now)
  const withholds = await permissionsWithheld(work, view, caller)
  const usable = held & ~withholds
  work.accessed = { view, member, channel: null, withheld: held & ~usable }
  demandPermission(permission, { held, usable })
  return { view, member, permissions: usable, withholds }
}
