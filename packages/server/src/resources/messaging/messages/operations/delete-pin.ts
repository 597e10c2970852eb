import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { unpinMessage } from '../actions/pin.ts'
import { MessageParams } from '../requests.ts'

/** Unpin Message. [END-58] */
export const deletePin = operation({
  id: 'delete_pin',
  method: 'DELETE',
  path: '/channels/:channel_id/messages/pins/:message_id',
  callers: ['bot', 'person'],
  params: MessageParams,
  responses: { 204: NoContent },
  bucket: 'unpin',

  run: ({ caller, params, work }) => unpinMessage(work, caller, params),
})
