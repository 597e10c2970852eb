import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { pinMessage } from '../actions/pin.ts'
import { MessageParams } from '../requests.ts'

/** Pin Message. [END-57] */
export const createPin = operation({
  id: 'create_pin',
  method: 'PUT',
  path: '/channels/:channel_id/messages/pins/:message_id',
  callers: ['bot', 'person'],
  params: MessageParams,
  responses: { 204: NoContent },
  bucket: 'pin',

  run: ({ caller, params, work }) => pinMessage(work, caller, params),
})
