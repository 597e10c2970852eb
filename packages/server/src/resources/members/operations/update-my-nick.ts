import { demand, NICKNAME_MAX } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { Nullable, OptionalNullable, SnowflakeId, Text, Type } from '../../../validation/schema.ts'
import { checkProfile } from '../../auto-moderation/index.ts'

import { saveMember } from '../edit.ts'
import { mayRename } from '../rules.ts'
import { standingTo } from '../standing.ts'

/** Modify Current User Nick: the older way, which the documents still have and older libraries take. */
export const updateMyNick = operation({
  id: 'update_my_nick',
  method: 'PATCH',
  path: '/guilds/:guild_id/members/@me/nick',
  callers: ['bot', 'person'],
  unlisted: true,
  deprecated: true,
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({ nick: OptionalNullable(Text(0, NICKNAME_MAX)) }),
  responses: { 200: Type.Object({ nick: Nullable(Type.String()) }) },

  async run({ caller, params, body, work }) {
    const guild = await guildForCaller(work, caller, params.guild_id)
    const { member } = guild
    if (body.nick === undefined) return { nick: member.nick }
    demand(mayRename(standingTo(guild, member)))
    const after = { ...member, nick: body.nick || null }
    const { nick } = await saveMember(work, guild, { before: member, after, user: caller.user })
    await checkProfile(work, guild.view, caller.userId, caller.user)
    return { nick }
  },
})
