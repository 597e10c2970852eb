import { ApplicationCommandObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Json, Type } from '../../../validation/schema.ts'
import { editCommand, GlobalCommandParams, scopeOf } from '../actions/save.ts'
import { CommandChanges } from '../requests.ts'

/** Edit Global Application Command. */
export const updateApplicationCommand = operation({
  id: 'update_application_command',
  method: 'PATCH',
  path: '/applications/:application_id/commands/:command_id',
  callers: ['bot', 'bearer'],
  scope: 'applications.commands.update',
  params: GlobalCommandParams,
  body: Type.Record(Type.String(), Json),
  bodyShape: CommandChanges,
  responses: { 200: ApplicationCommandObject },

  async run({ caller, params, body, work }) {
    return editCommand(work, await scopeOf(work, caller, params), params.command_id, body)
  },
})
