import { FILE_UPLOAD_VALUES_MAX, MODAL_COMPONENTS_MAX } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { receiveUse } from '../actions/receive-use.ts'
import { InteractionRequest } from '../requests.ts'

/**
 * Receives from a user's client the use of a command, component or modal, or the text of an option to complete. The
 * gateway reports the outcome.
 */
export const createInteraction = operation({
  id: 'create_interaction',
  method: 'POST',
  path: '/interactions',
  callers: ['person'],
  unlisted: true,
  body: InteractionRequest,
  // Maximum number of files of a modal; commands have fewer ATTACHMENT options.
  filesMax: MODAL_COMPONENTS_MAX * FILE_UPLOAD_VALUES_MAX,
  responses: { 204: NoContent },

  async run({ caller, body, files, locale, work, platform }) {
    // Clients name the language of their texts while the person has chosen none.
    await receiveUse(work, platform, caller, body, { files, locale: caller.user.locale ?? locale() })
  },
})
