import { CommandPermissionsObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { permissionsTargetForCaller } from '../actions/permissions.ts'
import { presentPermissions } from '../present.ts'
import { GuildParams } from '../requests.ts'
import * as store from '../store.ts'

/** Get Guild Application Command Permissions: those of every command that has any. */
export const listGuildApplicationCommandPermissions = operation({
  id: 'list_guild_application_command_permissions',
  method: 'GET',
  path: '/applications/:application_id/guilds/:guild_id/commands/permissions',
  callers: ['bot', 'bearer', 'person'],
  scope: 'applications.commands.permissions.update',
  params: GuildParams,
  responses: { 200: Type.Array(CommandPermissionsObject) },

  async run({ caller, params, work }) {
    const { application, guildId } = await permissionsTargetForCaller(work, caller, params)
    const all = await store.listCommandPermissions(work, application.id, guildId)
    return all.map((entry) => presentPermissions(application.id, guildId, entry))
  },
})
