import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { pinMessage } from '../actions/pin.ts'
import { MessageParams } from '../requests.ts'

/** Pin Message by the deprecated route. [END-59] */
export const deprecatedCreatePin = operation({
  id: 'deprecated_create_pin',
  method: 'PUT',
  path: '/channels/:channel_id/pins/:message_id',
  callers: ['bot', 'person'],
  params: MessageParams,
  responses: { 204: NoContent },
  deprecated: true,
  bucket: 'pin',

  run: ({ caller, params, work }) => pinMessage(work, caller, params),
})
