import { ApiError, PublicApplicationObject, readScopes } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Text, Type } from '../../../../validation/schema.ts'
import { findApplication, presentPublicApplication } from '../../../accounts/applications/index.ts'
import { getWaitingDevice } from '../actions/devices.ts'

/** Verify Device: returns the request of a device for the code that a person entered. */
export const oauth2DeviceVerify = operation({
  id: 'oauth2_device_verify',
  method: 'POST',
  path: '/oauth2/device/verify',
  callers: ['person'],
  unlisted: true,
  writes: false,
  body: Type.Object({ user_code: Text(1, 40) }),
  responses: { 200: Type.Object({ application: PublicApplicationObject, scopes: Type.Array(Type.String()) }) },
  limit: { limit: 10, windowMs: 60_000 },

  async run({ body, work }) {
    const device = await getWaitingDevice(work, body.user_code)
    const application = await findApplication(work, device.application_id)
    if (!application) throw new ApiError('NOT_FOUND')
    return {
      application: presentPublicApplication(application),
      scopes: readScopes(device.scopes),
    }
  },
})
