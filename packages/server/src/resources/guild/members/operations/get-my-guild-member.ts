import { MemberObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentMember } from '../present.ts'

/** Get Current User Guild Member. */
export const getMyGuildMember = operation({
  id: 'get_my_guild_member',
  method: 'GET',
  path: '/users/@me/guilds/:guild_id/member',
  callers: ['bearer', 'person'],
  scope: 'guilds.members.read',
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: MemberObject },

  async run({ caller, params, work }) {
    const { member } = await guildForCaller(work, caller, params.guild_id)
    return presentMember(member, caller.user)
  },
})
