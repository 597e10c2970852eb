import { ApiError } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { removeMember } from '../../members/index.ts'

/** Leave Guild, which the owner cannot do. */
export const leaveGuild = operation({
  id: 'leave_guild',
  method: 'DELETE',
  path: '/users/@me/guilds/:guild_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id)
    if (view.guild.owner_id === caller.userId) throw new ApiError('INVALID_GUILD')
    await removeMember(work, view.id, caller.user)
  },
})
