import { ApiError } from '@guildhall/protocol'
import { memberInGuild } from '../../../../access/member.ts'
import { permissionsByFactor } from '../../../../access/second-factor.ts'
import type { AnyCaller, Caller } from '../../../../kernel/caller.ts'
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
  return { invite, standing: await standingToInvite(work, view, invite, caller) }
}

/** Returns the standing of a caller to an invite. Users outside the guild have no permissions. */
export async function standingToInvite(
  work: Work,
  view: GuildView,
  invite: StoredInvite,
  caller: AnyCaller,
): Promise<InviteStanding> {
  const member = 'userId' in caller && (await memberInGuild(work, view, caller.userId))
  if (!member) return { inviter: false, permissions: 0n }
  const held = view.permissionsOfMember(member, work.now)
  const permissions = await permissionsByFactor(work, view, { caller, permissions: held })
  work.accessed = { view, member, channel: null, withheld: held & ~permissions }
  return { inviter: invite.inviter_id === caller.userId, permissions }
}
