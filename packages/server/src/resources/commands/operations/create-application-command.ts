import { ApplicationCommandObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Json } from '../../../validation/schema.ts'
import { createCommand, GlobalParams, scopeOf } from '../actions/save.ts'
import { CommandForm } from '../requests.ts'

/** Create Global Application Command: 201, or 200 when one of the name was overwritten. */
export const createApplicationCommand = operation({
  id: 'create_application_command',
  method: 'POST',
  path: '/applications/:application_id/commands',
  callers: ['bot', 'bearer'],
  scope: 'applications.commands.update',
  params: GlobalParams,
  body: Json,
  bodyShape: CommandForm,
  responses: { 200: ApplicationCommandObject, 201: ApplicationCommandObject },

  async run({ caller, params, body, work }) {
    return createCommand(work, await scopeOf(work, caller, params), body)
  },
})
