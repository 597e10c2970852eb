import { ApiError, Permission, ROLES_MAX, RoleObject } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { addRole } from '../actions/add.ts'
import { requestedRole } from '../actions/edit.ts'
import { newRole } from '../model.ts'
import { presentRole } from '../present.ts'
import { RoleBody } from '../requests.ts'

/** Create Guild Role, directly above @everyone and by default with its permissions. [ROL-1..4] */
export const createGuildRole = operation({
  id: 'create_guild_role',
  method: 'POST',
  path: '/guilds/:guild_id/roles',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: RoleBody,
  responses: { 200: RoleObject },

  async run({ caller, params, body, work, platform }) {
    const guild = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_ROLES)
    // Checked here as well, before an icon is stored.
    if (guild.view.roles.size >= ROLES_MAX) throw new ApiError('TOO_MANY_ROLES')
    const everyone = guild.view.roles.get(guild.view.id)?.permissions ?? 0n
    const blank = newRole({
      id: work.nextId(),
      guild_id: guild.view.id,
      name: 'new role',
      position: 1,
      permissions: everyone,
    })
    const role = await requestedRole(work, guild, blank, body, platform)
    await addRole(work, guild.view, role)
    return presentRole(role)
  },
})
