import { demand, NICKNAME_MAX } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Nullable, OptionalNullable, PersonName, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { checkProfile } from '../../auto-moderation/index.ts'
import { saveAuditedMember } from '../actions/edit.ts'
import { mayRename, standingTo } from '../rules.ts'

/** Modify Current User Nick, deprecated in the documentation; older libraries still call it. */
export const updateMyNick = operation({
  id: 'update_my_nick',
  method: 'PATCH',
  path: '/guilds/:guild_id/members/@me/nick',
  callers: ['bot', 'person'],
  unlisted: true,
  deprecated: true,
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({ nick: OptionalNullable(PersonName(0, NICKNAME_MAX)) }),
  responses: { 200: Type.Object({ nick: Nullable(Type.String()) }) },

  async run({ caller, params, body, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id)
    const { member } = guild
    if (body.nick === undefined) return { nick: member.nick }
    demand(mayRename(standingTo(guild, member)))
    const after = { ...member, nick: body.nick || null }
    const { nick } = await saveAuditedMember(work, guild.view, { before: member, after, user: caller.user })
    await checkProfile(work, guild.view, caller.userId, caller.user)
    return { nick }
  },
})
