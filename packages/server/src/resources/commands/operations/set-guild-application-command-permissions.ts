import { ApiError, COMMAND_PERMISSIONS_MAX, CommandPermissions, has, Permission } from '@guildhall/protocol'
import { guildTopic } from '../../../kernel/event.ts'
import { operation } from '../../../kernel/operation.ts'
import { Int, SnowflakeId, Type } from '../../../kernel/schema.ts'
import { visibleGuild } from '../../channels/index.ts'
import { applicationCommandPermissionsUpdate } from '../events.ts'
import { GuildCommandParams, scopeOf } from '../manage.ts'
import { presentPermissions } from '../present.ts'
import * as store from '../store.ts'

/** Edit Application Command Permissions: by a person who manages the guild and its roles, through the application. */
export const setGuildApplicationCommandPermissions = operation({
  id: 'set_guild_application_command_permissions',
  method: 'PUT',
  path: '/applications/:application_id/guilds/:guild_id/commands/:command_id/permissions',
  callers: ['bearer'],
  scope: 'applications.commands.permissions.update',
  params: GuildCommandParams,
  body: Type.Object({
    permissions: Type.Array(Type.Object({ id: SnowflakeId, type: Int(1, 3), permission: Type.Boolean() }), {
      maxItems: COMMAND_PERMISSIONS_MAX,
    }),
  }),
  answers: { 200: CommandPermissions },

  async run({ caller, params, body, work }) {
    const { applicationId, guildId } = await scopeOf(work, caller, params)
    const { permissions } = await visibleGuild(work, caller, guildId)
    if (!has(permissions, Permission.MANAGE_GUILD | Permission.MANAGE_ROLES)) throw new ApiError('MISSING_PERMISSIONS')
    if (params.command_id !== applicationId) {
      const command = await store.find(work, params.command_id)
      const here = command?.guild_id === store.GLOBAL || command?.guild_id === guildId
      if (command?.application_id !== applicationId || !here) throw new ApiError('UNKNOWN_APPLICATION_COMMAND')
    }
    const entry = {
      target_id: params.command_id,
      permissions: body.permissions.map(({ id, type, permission }) => ({ id: id.toString(), type, permission })),
    }
    await store.setPermissions(work, applicationId, guildId, entry)
    const wire = presentPermissions(applicationId, guildId, entry)
    work.emit(applicationCommandPermissionsUpdate, guildTopic(guildId), { applicationId, wire })
    return wire
  },
})
