import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { MessageParams } from '../params.ts'
import { pin } from '../pins.ts'

/** Pin Message by its former route. [END-59] */
export const deprecatedCreatePin = operation({
  id: 'deprecated_create_pin',
  method: 'PUT',
  path: '/channels/:channel_id/pins/:message_id',
  callers: ['bot', 'person'],
  params: MessageParams,
  responses: { 204: NoContent },
  deprecated: true,
  bucket: 'pin',

  run: ({ caller, params, work }) => pin(work, caller, params),
})
