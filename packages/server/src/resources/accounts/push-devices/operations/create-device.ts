import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { addDevice } from '../actions/save.ts'
import { DeviceRequest, subscriptionOf } from '../requests.ts'

/** Create Device: sends push notifications to a browser, as long as the caller's session lasts. */
export const createDevice = operation({
  id: 'create_device',
  method: 'POST',
  path: '/users/@me/devices',
  callers: ['person'],
  unlisted: true,
  body: DeviceRequest,
  responses: { 204: NoContent },
  limit: { limit: 30, windowMs: 60_000 },

  async run({ caller, body, work, platform }) {
    const subscription = subscriptionOf(body.token, platform.outgoing)
    await addDevice(work, { userId: caller.userId, session: caller.tokenHash, subscription })
  },
})
