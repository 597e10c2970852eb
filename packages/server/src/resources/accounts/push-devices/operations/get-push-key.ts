import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'

/** Get Push Key: the key with which browsers subscribe (VAPID). It stays the same. */
export const getPushKey = operation({
  id: 'get_push_key',
  method: 'GET',
  path: '/push/key',
  callers: ['anyone'],
  unlisted: true,
  responses: { 200: Type.Object({ key: Type.String() }) },

  async run({ platform }) {
    return { key: platform.pushKeys.publicKey }
  },
})
