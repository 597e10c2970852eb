import { ApplicationCommandObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Json, Type } from '../../../validation/schema.ts'
import { GuildParams, replaceCommands, scopeOf } from '../actions/save.ts'
import { CommandForm } from '../requests.ts'

/** Bulk Overwrite Guild Application Commands. */
export const bulkSetGuildApplicationCommands = operation({
  id: 'bulk_set_guild_application_commands',
  method: 'PUT',
  path: '/applications/:application_id/guilds/:guild_id/commands',
  callers: ['bot', 'bearer'],
  scope: 'applications.commands.update',
  params: GuildParams,
  body: Json,
  bodyShape: Type.Array(CommandForm),
  responses: { 200: Type.Array(ApplicationCommandObject) },

  async run({ caller, params, body, work }) {
    return replaceCommands(work, await scopeOf(work, caller, params), body)
  },
})
