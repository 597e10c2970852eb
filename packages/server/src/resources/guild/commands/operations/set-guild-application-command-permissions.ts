import { COMMAND_PERMISSIONS_MAX, CommandPermissionsObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Int, List, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { permissionsTargetForCaller, replacePermissions } from '../actions/permissions.ts'
import { GuildCommandParams } from '../requests.ts'

const Entry = Type.Object({ id: SnowflakeId, type: Int(1, 3), permission: Type.Boolean() })

/** Edit Application Command Permissions: by a user with MANAGE_GUILD and MANAGE_ROLES, or with their Bearer token. */
export const setGuildApplicationCommandPermissions = operation({
  id: 'set_guild_application_command_permissions',
  method: 'PUT',
  path: '/applications/:application_id/guilds/:guild_id/commands/:command_id/permissions',
  callers: ['bearer', 'person'],
  scope: 'applications.commands.permissions.update',
  params: GuildCommandParams,
  body: Type.Object({ permissions: List(Entry, 0, COMMAND_PERMISSIONS_MAX) }),
  responses: { 200: CommandPermissionsObject },

  async run({ caller, params, body, work }) {
    const target = await permissionsTargetForCaller(work, caller, params)
    const permissions = body.permissions.map(({ id, type, permission }) => ({ id: id.toString(), type, permission }))
    return replacePermissions(work, caller, target, { target_id: params.command_id, permissions })
  },
})
