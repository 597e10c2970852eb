import { ApiError, demand, type Snowflake } from '@guildhall/protocol'
import { memberInGuild } from '../../../../access/member.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findBan } from '../../bans/index.ts'
import { areInvitesPaused, countVanityUse } from '../../guilds/index.ts'
import { listGuildIdsOfUser } from '../../members/index.ts'
import type { StoredInvite } from '../model.ts'
import { mayAcceptInvite, mayJoinByInvite } from '../rules.ts'
import { admitMember } from './admit.ts'
import { getInvite } from './get.ts'
import { useInvite } from './save.ts'
import { isTargetUser } from './target-users.ts'

/** An invite that a person accepted. */
interface Joined {
  readonly invite: StoredInvite
  readonly view: GuildView
  /** Whether the person was no member before. */
  readonly isNew: boolean
}

/**
 * Adds a person to the guild of an invite; nothing changes for a member. Only target users may accept, members too.
 *
 * @throws ApiError UNKNOWN_INVITE, USER_BANNED, or the refusal of an invite that the person may not use
 */
export async function joinByInvite(work: Work, user: User, code: string): Promise<Joined> {
  const { invite, view } = await getInvite(work, code)
  if (await findBan(work, view.id, user.id)) throw new ApiError('USER_BANNED')
  demand(mayAcceptInvite(await isTargetUser(work, invite, user.id)))
  if (await memberInGuild(work, view, user.id)) return { invite, view, isNew: false }
  const guilds = (await listGuildIdsOfUser(work, user.id)).length
  demand(mayJoinByInvite({ paused: await areInvitesPaused(work, view.guild), guilds }))
  const roles: Snowflake[] = invite.role_ids.filter((id) => view.roles.has(id))
  await admitMember(work, view, user, { roles, temporary: invite.temporary === 1 })
  if (invite.vanity) await countVanityUse(work, view)
  else await useInvite(work, invite)
  return { invite, view, isNew: true }
}
