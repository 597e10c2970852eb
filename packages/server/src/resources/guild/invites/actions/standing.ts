import { ApiError, type Snowflake } from '@guildhall/protocol'
import { memberInGuild } from '../../../../access/member.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { StoredInvite } from '../model.ts'
import type { InviteStanding } from '../rules.ts'
import { getInvite } from './get.ts'

/** Returns an invite with the standing of the caller to it. Throws UNKNOWN_INVITE (10006), also for vanity URLs. */
export async function inviteForCaller(
  work: Work,
  caller: Caller,
  code: string,
): Promise<{ invite: StoredInvite; standing: InviteStanding }> {
  const { invite, view } = await getInvite(work, code)
  // A vanity URL has no row that a list of target users could belong to.
  if (invite.vanity) throw new ApiError('UNKNOWN_INVITE')
  return { invite, standing: await standingToInvite(work, view, invite, caller.userId) }
}

/** Returns the standing of a user to an invite. Users outside the guild have no permissions. */
export async function standingToInvite(
  work: Work,
  view: GuildView,
  invite: StoredInvite,
  userId: Snowflake,
): Promise<InviteStanding> {
  const member = await memberInGuild(work, view, userId)
  if (!member) return { inviter: false, permissions: 0n }
  return { inviter: invite.inviter_id === userId, permissions: view.permissionsOfMember(member, work.now) }
}
