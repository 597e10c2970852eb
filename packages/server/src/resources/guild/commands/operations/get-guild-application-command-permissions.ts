import { ApiError, CommandPermissionsObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { permissionsTargetForCaller } from '../actions/permissions.ts'
import { presentPermissions } from '../present.ts'
import { GuildCommandParams } from '../requests.ts'
import * as store from '../store.ts'

/** Get Application Command Permissions: 10066 for a command without permissions. */
export const getGuildApplicationCommandPermissions = operation({
  id: 'get_guild_application_command_permissions',
  method: 'GET',
  path: '/applications/:application_id/guilds/:guild_id/commands/:command_id/permissions',
  callers: ['bot', 'bearer', 'person'],
  scope: 'applications.commands.permissions.update',
  params: GuildCommandParams,
  responses: { 200: CommandPermissionsObject },

  async run({ caller, params, work }) {
    const { application, guildId } = await permissionsTargetForCaller(work, caller, params)
    const all = await store.listCommandPermissions(work, application.id, guildId)
    const found = all.find((entry) => entry.target_id === params.command_id)
    if (!found) throw new ApiError('UNKNOWN_APPLICATION_COMMAND_PERMISSIONS')
    return presentPermissions(application.id, guildId, found)
  },
})
