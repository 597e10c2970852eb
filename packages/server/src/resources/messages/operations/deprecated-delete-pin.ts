import { operation } from '../../../kernel/operation.ts'
import { NoContent } from '../../../validation/schema.ts'
import { MessageParams } from '../params.ts'
import { unpin } from '../pins.ts'

/** Unpin Message by its former route. [END-59] */
export const deprecatedDeletePin = operation({
  id: 'deprecated_delete_pin',
  method: 'DELETE',
  path: '/channels/:channel_id/pins/:message_id',
  callers: ['bot', 'person'],
  params: MessageParams,
  responses: { 204: NoContent },
  deprecated: true,
  bucket: 'unpin',

  run: ({ caller, params, work }) => unpin(work, caller, params),
})
