import { ApplicationCommandObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { GuildCommandParams, getCommand, scopeOf } from '../actions/save.ts'
import { presentCommand } from '../present.ts'

/** Get Guild Application Command. */
export const getGuildApplicationCommand = operation({
  id: 'get_guild_application_command',
  method: 'GET',
  path: '/applications/:application_id/guilds/:guild_id/commands/:command_id',
  callers: ['bot', 'bearer'],
  scope: 'applications.commands.update',
  params: GuildCommandParams,
  responses: { 200: ApplicationCommandObject },

  async run({ caller, params, work }) {
    return presentCommand(await getCommand(work, await scopeOf(work, caller, params), params.command_id))
  },
})
