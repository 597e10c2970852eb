import { ApiError, type Snowflake } from '@guildhall/protocol'
import { memberInGuild } from '../../access/member.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Work } from '../../kernel/work.ts'
import { findInvite } from './find.ts'
import type { StoredInvite } from './invite.ts'
import type { Standing } from './rules.ts'

/** An invite with what the caller is to it. Who is no member of its guild has no say at all. */
export async function manageable(
  work: Work,
  caller: Caller,
  code: string,
): Promise<{ invite: StoredInvite; view: GuildView; standing: Standing }> {
  const { invite, view } = await findInvite(work, code)
  // A guild's own address is for everybody, and no row that a list could belong to.
  if (invite.vanity) throw new ApiError('UNKNOWN_INVITE')
  return { invite, view, standing: await standingTo(work, view, invite, caller.userId) }
}

export async function standingTo(
  work: Work,
  view: GuildView,
  invite: StoredInvite,
  userId: Snowflake,
): Promise<Standing> {
  const member = await memberInGuild(work, view, userId)
  if (!member) return { inviter: false, permissions: 0n }
  return { inviter: invite.inviter_id === userId, permissions: view.permissionsOfMember(member, work.now) }
}
