import { ApiError, OAuth2Error, readScopes } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, OneOf, Optional, Text, Type } from '../../../../validation/schema.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { announceConsent } from '../actions/announce.ts'
import { decideDevice, getWaitingDevice } from '../actions/devices.ts'
import { scopeFault } from '../rules.ts'

/** Finish Device: a person grants or denies the request of a device. */
export const oauth2DeviceFinish = operation({
  id: 'oauth2_device_finish',
  method: 'POST',
  path: '/oauth2/device/finish',
  callers: ['person'],
  unlisted: true,
  body: Type.Object({ user_code: Text(1, 40), result: Optional(OneOf('granted', 'accepted', 'denied')) }),
  responses: { 204: NoContent },
  holds: ({ user_code }) => [`device.${user_code}`],
  limit: { limit: 10, windowMs: 60_000 },

  async run({ caller, body, work }) {
    const device = await getWaitingDevice(work, body.user_code)
    const application = await findApplication(work, device.application_id)
    if (!application) throw new ApiError('NOT_FOUND')
    const granted = body.result !== 'denied'
    const fault = granted ? scopeFault(readScopes(device.scopes), application, caller.userId) : null
    if (fault) throw new OAuth2Error(fault.fault, fault.description)
    await decideDevice(work, device, { userId: caller.userId, granted })
    if (granted) await announceConsent(work, { application, user: caller.user, scopes: readScopes(device.scopes) })
  },
})
