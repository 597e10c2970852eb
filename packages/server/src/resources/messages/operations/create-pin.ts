import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { MessageParams } from '../params.ts'
import { pin } from '../pins.ts'

/** Pin Message. [END-57] */
export const createPin = operation({
  id: 'create_pin',
  method: 'PUT',
  path: '/channels/:channel_id/messages/pins/:message_id',
  callers: ['bot', 'person'],
  params: MessageParams,
  responses: { 204: NoContent },
  bucket: 'pin',

  run: ({ caller, params, work }) => pin(work, caller, params),
})
