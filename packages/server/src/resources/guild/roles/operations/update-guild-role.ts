import { demand, Permission, RoleObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { editRole, requestedRole } from '../actions/edit.ts'
import { getRole } from '../model.ts'
import { presentRole } from '../present.ts'
import { RoleBody } from '../requests.ts'
import { mayEditRole, roleActorOf } from '../rules.ts'

/** Modify Guild Role. */
export const updateGuildRole = operation({
  id: 'update_guild_role',
  method: 'PATCH',
  path: '/guilds/:guild_id/roles/:role_id',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId, role_id: SnowflakeId }),
  body: RoleBody,
  responses: { 200: RoleObject },

  async run({ caller, params, body, work, platform }) {
    const guild = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_ROLES)
    const role = getRole(guild.view, params.role_id)
    demand(mayEditRole(roleActorOf(guild), role.position))
    const changed = await requestedRole(work, guild, role, body, platform)
    await editRole(work, role, changed)
    return presentRole(changed)
  },
})
