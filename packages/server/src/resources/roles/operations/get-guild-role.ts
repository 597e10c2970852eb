import { RoleObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../kernel/schema.ts'
import { visibleGuild } from '../../channels/index.ts'
import { getRole } from '../manage.ts'
import { presentRole } from '../present.ts'

/** Get Guild Role. */
export const getGuildRole = operation({
  id: 'get_guild_role',
  method: 'GET',
  path: '/guilds/:guild_id/roles/:role_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, role_id: SnowflakeId }),
  responses: { 200: RoleObject },

  run: async ({ caller, params, work }) =>
    presentRole(getRole(await visibleGuild(work, caller, params.guild_id), params.role_id)),
})
