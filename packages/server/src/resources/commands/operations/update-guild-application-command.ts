import { ApplicationCommandObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Json, Type } from '../../../validation/schema.ts'
import { editCommand, GuildCommandParams, scopeOf } from '../actions/save.ts'
import { CommandChanges } from '../requests.ts'

/** Edit Guild Application Command. */
export const updateGuildApplicationCommand = operation({
  id: 'update_guild_application_command',
  method: 'PATCH',
  path: '/applications/:application_id/guilds/:guild_id/commands/:command_id',
  callers: ['bot', 'bearer'],
  scope: 'applications.commands.update',
  params: GuildCommandParams,
  body: Type.Record(Type.String(), Json),
  bodyShape: CommandChanges,
  responses: { 200: ApplicationCommandObject },

  async run({ caller, params, body, work }) {
    return editCommand(work, await scopeOf(work, caller, params), params.command_id, body)
  },
})
