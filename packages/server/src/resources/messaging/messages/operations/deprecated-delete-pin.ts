import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { unpinMessage } from '../actions/pin.ts'
import { MessageParams } from '../requests.ts'

/** Unpin Message by the deprecated route. [END-59] */
export const deprecatedDeletePin = operation({
  id: 'deprecated_delete_pin',
  method: 'DELETE',
  path: '/channels/:channel_id/pins/:message_id',
  callers: ['bot', 'person'],
  params: MessageParams,
  responses: { 204: NoContent },
  deprecated: true,
  bucket: 'unpin',

  run: ({ caller, params, work }) => unpinMessage(work, caller, params),
})
