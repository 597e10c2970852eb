import { ApplicationCommandObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { GlobalCommandParams, getCommand, scopeOf } from '../actions/save.ts'
import { presentCommand } from '../present.ts'

/** Get Global Application Command. */
export const getApplicationCommand = operation({
  id: 'get_application_command',
  method: 'GET',
  path: '/applications/:application_id/commands/:command_id',
  callers: ['bot', 'bearer'],
  scope: 'applications.commands.update',
  params: GlobalCommandParams,
  responses: { 200: ApplicationCommandObject },

  async run({ caller, params, work }) {
    return presentCommand(await getCommand(work, await scopeOf(work, caller, params), params.command_id))
  },
})
