import { ApiError, ApplicationObject, readScopes, UserObject, wireTime } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Optional, Type } from '../../../../validation/schema.ts'
import { presentPublicApplication } from '../../../accounts/applications/index.ts'
import { presentUser } from '../../../accounts/users/index.ts'
import * as store from '../store.ts'

const Authorization = Type.Object({
  application: Type.Partial(ApplicationObject),
  scopes: Type.Array(Type.String()),
  expires: Type.String(),
  user: Optional(UserObject),
})

/** Get Current Authorization Information: scopes and expiry of the caller's token. */
export const getMyOauth2Authorization = operation({
  id: 'get_my_oauth2_authorization',
  method: 'GET',
  path: '/oauth2/@me',
  callers: ['bearer'],
  responses: { 200: Authorization },

  async run({ caller, work }) {
    const token = await store.findAccessToken(work, caller.tokenHash)
    if (!token || !caller.application || token.expires_at === null) throw new ApiError('UNAUTHORIZED')
    return {
      application: presentPublicApplication(caller.application),
      scopes: readScopes(token.scopes),
      expires: wireTime(token.expires_at),
      ...(caller.scopes.has('identify') ? { user: presentUser(caller.user) } : {}),
    }
  },
})
