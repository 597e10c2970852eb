import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { removeDevice } from '../actions/save.ts'
import { DeviceRequest, subscriptionOf } from '../requests.ts'

/** Delete Device: sends no more push notifications to a browser. */
export const deleteDevice = operation({
  id: 'delete_device',
  method: 'DELETE',
  path: '/users/@me/devices',
  callers: ['person'],
  unlisted: true,
  body: DeviceRequest,
  responses: { 204: NoContent },
  limit: { limit: 30, windowMs: 60_000 },

  async run({ caller, body, work, platform }) {
    await removeDevice(work, caller.userId, subscriptionOf(body.token, platform.outgoing))
  },
})
