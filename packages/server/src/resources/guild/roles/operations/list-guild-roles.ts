import { RoleObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { presentRole } from '../present.ts'

/** Get Guild Roles. */
export const listGuildRoles = operation({
  id: 'list_guild_roles',
  method: 'GET',
  path: '/guilds/:guild_id/roles',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  responses: { 200: Type.Array(RoleObject) },

  async run({ caller, params, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id)
    return [...view.roles.values()].sort((a, b) => a.position - b.position).map(presentRole)
  },
})
