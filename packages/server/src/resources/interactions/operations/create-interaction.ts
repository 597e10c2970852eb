import { FILE_UPLOAD_VALUES_MAX, InteractionType, MODAL_COMPONENTS_MAX } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { useCommand } from '../invoke.ts'
import { beginUse } from '../open.ts'
import { InteractionRequest } from '../request.ts'
import { submitModal } from '../submit-modal.ts'
import { useComponent } from '../use-component.ts'

/** A person uses a command or component, types into an option, or sends a modal in. What comes of it arrives by gateway. */
export const createInteraction = operation({
  id: 'create_interaction',
  method: 'POST',
  path: '/interactions',
  callers: ['person'],
  unlisted: true,
  body: InteractionRequest,
  // What the fullest modal asks for; commands have fewer options that take files.
  filesMax: MODAL_COMPONENTS_MAX * FILE_UPLOAD_VALUES_MAX,
  responses: { 204: NoContent },

  async run({ caller, body, files, work, platform }) {
    const use = await beginUse(work, platform, caller, body, files)
    if (body.type === InteractionType.MESSAGE_COMPONENT) await useComponent(use, body)
    else if (body.type === InteractionType.MODAL_SUBMIT) await submitModal(use, body)
    else await useCommand(use, body)
  },
})
