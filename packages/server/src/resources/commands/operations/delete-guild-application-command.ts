import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { GuildCommandParams, getCommand, scopeOf } from '../actions/save.ts'
import { deleteCommands } from '../store.ts'

/** Delete Guild Application Command. */
export const deleteGuildApplicationCommand = operation({
  id: 'delete_guild_application_command',
  method: 'DELETE',
  path: '/applications/:application_id/guilds/:guild_id/commands/:command_id',
  callers: ['bot', 'bearer'],
  scope: 'applications.commands.update',
  params: GuildCommandParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const command = await getCommand(work, await scopeOf(work, caller, params), params.command_id)
    await deleteCommands(work, [command.id])
  },
})
