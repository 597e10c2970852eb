import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { GlobalCommandParams, getCommand, scopeOf } from '../actions/save.ts'
import { deleteCommands } from '../store.ts'

/** Delete Global Application Command. */
export const deleteApplicationCommand = operation({
  id: 'delete_application_command',
  method: 'DELETE',
  path: '/applications/:application_id/commands/:command_id',
  callers: ['bot', 'bearer'],
  scope: 'applications.commands.update',
  params: GlobalCommandParams,
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const command = await getCommand(work, await scopeOf(work, caller, params), params.command_id)
    await deleteCommands(work, [command.id])
  },
})
