import { MemberObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { getMember } from '../../../../access/member.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentMember } from '../present.ts'

/** Get Guild Member. */
export const getGuildMember = operation({
  id: 'get_guild_member',
  method: 'GET',
  path: '/guilds/:guild_id/members/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, user_id: SnowflakeId }),
  responses: { 200: MemberObject },

  async run({ caller, params, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id)
    const { member, user } = await getMember(work, view, params.user_id)
    return presentMember(member, user)
  },
})
