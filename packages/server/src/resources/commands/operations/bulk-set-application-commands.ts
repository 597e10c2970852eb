import { ApplicationCommandObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Json, Type } from '../../../validation/schema.ts'
import { GlobalParams, replaceCommands, scopeOf } from '../actions/save.ts'
import { CommandForm } from '../requests.ts'

/** Bulk Overwrite Global Application Commands. */
export const bulkSetApplicationCommands = operation({
  id: 'bulk_set_application_commands',
  method: 'PUT',
  path: '/applications/:application_id/commands',
  callers: ['bot', 'bearer'],
  scope: 'applications.commands.update',
  params: GlobalParams,
  body: Json,
  bodyShape: Type.Array(CommandForm),
  responses: { 200: Type.Array(ApplicationCommandObject) },

  async run({ caller, params, body, work }) {
    return replaceCommands(work, await scopeOf(work, caller, params), body)
  },
})
