import { ApiError, GUILDS_MAX, InviteObject, type Snowflake } from '@guildhall/protocol'
import { memberInGuild } from '../../../access/member.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { User } from '../../../kernel/model.ts'
import { operation } from '../../../kernel/operation.ts'
import type { Work } from '../../../kernel/work.ts'
import { Text, Type } from '../../../validation/schema.ts'
import { findBan } from '../../bans/index.ts'
import { countVanityUse, invitesPaused } from '../../guilds/index.ts'
import { listGuildIdsOfUser } from '../../members/index.ts'
import { admitMember } from '../actions/admit.ts'
import { getInvite } from '../actions/get.ts'
import { useInvite } from '../actions/save.ts'
import { isTargetUser } from '../actions/target-users.ts'
import type { StoredInvite } from '../model.ts'
import { presentInvite } from '../present.ts'

const AcceptedInvite = Type.Object(
  { ...InviteObject.properties, new_member: Type.Boolean() },
  { title: 'AcceptedInvite' },
)

/** Accept Invite: adds a person to the guild; nothing changes for a member. [END-49] */
export const acceptInvite = operation({
  id: 'accept_invite',
  method: 'POST',
  path: '/invites/:code',
  callers: ['person'],
  unlisted: true,
  params: Type.Object({ code: Text(1, 100) }),
  responses: { 200: AcceptedInvite },

  async run({ caller, params, work }) {
    const { invite, view } = await getInvite(work, params.code)
    if (await findBan(work, view.id, caller.userId)) throw new ApiError('USER_BANNED')
    const member = await memberInGuild(work, view, caller.userId)
    if (!member && !(await isTargetUser(work, invite, caller.userId))) throw new ApiError('MISSING_PERMISSIONS')
    if (!member && invitesPaused(view.guild, work.now)) throw new ApiError('INVITES_PAUSED')
    if (!member && (await listGuildIdsOfUser(work, caller.userId)).length >= GUILDS_MAX)
      throw new ApiError('TOO_MANY_GUILDS')
    if (!member) await join(work, view, caller.user, invite)
    return { ...presentInvite(invite, view, {}), new_member: !member }
  },
})

async function join(work: Work, view: GuildView, user: User, invite: StoredInvite): Promise<void> {
  const roles: Snowflake[] = invite.role_ids.filter((id) => view.roles.has(id))
  await admitMember(work, view, user, { roles, temporary: invite.temporary === 1 })
  if (invite.vanity) await countVanityUse(work, view.id)
  else await useInvite(work, invite)
}
