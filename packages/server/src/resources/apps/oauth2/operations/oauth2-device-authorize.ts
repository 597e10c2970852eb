import { readScopes } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Optional, Type } from '../../../../validation/schema.ts'
import { authenticateClient, rejectChild } from '../actions/authenticate-client.ts'
import { beginDevice, DEVICE_INTERVAL_S, DEVICE_LIFETIME_S } from '../actions/devices.ts'

const Field = Optional(Type.String({ maxLength: 2_000 }))

const DeviceAuthorization = Type.Object({
  device_code: Type.String(),
  user_code: Type.String(),
  verification_uri: Type.String(),
  verification_uri_complete: Type.String(),
  expires_in: Type.Integer(),
  interval: Type.Integer(),
})

/** Authorize Device: starts the authorization of a device without a browser. (RFC 8628, 3.1) */
export const oauth2DeviceAuthorize = operation({
  id: 'oauth2_device_authorize',
  method: 'POST',
  path: '/oauth2/device/authorize',
  callers: ['anyone'],
  form: true,
  body: Type.Object({ client_id: Field, client_secret: Field, scope: Field }),
  responses: { 200: DeviceAuthorization },
  limit: { limit: 20, windowMs: 60_000 },

  async run({ caller, body, work, platform }) {
    const { application } = await authenticateClient(work, caller, body)
    rejectChild(application)
    const { device_code, user_code } = await beginDevice(work, application, readScopes(body.scope ?? ''))
    const verification_uri = `${platform.addresses.url}/activate`
    return {
      device_code,
      user_code,
      verification_uri,
      verification_uri_complete: `${verification_uri}?user_code=${user_code}`,
      expires_in: DEVICE_LIFETIME_S,
      interval: DEVICE_INTERVAL_S,
    }
  },
})
