import { RoleObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { getRole } from '../model.ts'
import { presentRole } from '../present.ts'

/** Get Guild Role. */
export const getGuildRole = operation({
  id: 'get_guild_role',
  method: 'GET',
  path: '/guilds/:guild_id/roles/:role_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, role_id: SnowflakeId }),
  responses: { 200: RoleObject },

  async run({ caller, params, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id)
    return presentRole(getRole(view, params.role_id))
  },
})
