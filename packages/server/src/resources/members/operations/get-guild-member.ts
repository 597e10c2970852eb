import { MemberObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../access/guild.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'

import { presentMember } from '../present.ts'
import { getMember } from '../standing.ts'

/** Get Guild Member. */
export const getGuildMember = operation({
  id: 'get_guild_member',
  method: 'GET',
  path: '/guilds/:guild_id/members/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, user_id: SnowflakeId }),
  responses: { 200: MemberObject },

  async run({ caller, params, work }) {
    const { member, user } = await getMember(work, await guildForCaller(work, caller, params.guild_id), params.user_id)
    return presentMember(member, user)
  },
})
