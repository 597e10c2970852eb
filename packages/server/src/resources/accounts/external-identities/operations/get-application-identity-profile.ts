import { ApiError, ApplicationIdentityProfileObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { gameOfBot, playerOf } from '../actions/for-caller.ts'
import { hasProfile } from '../model.ts'
import { presentProfile } from '../present.ts'
import { ProfileParams } from '../requests.ts'
import * as store from '../store.ts'

/** Get Application Identity Profile. A profile that was never written is 404. */
export const getApplicationIdentityProfile = operation({
  id: 'get_application_identity_profile',
  method: 'GET',
  path: '/applications/:application_id/users/:user_id/identities/:provider_issued_user_id/profile',
  callers: ['bot', 'bearer', 'person'],
  params: ProfileParams,
  responses: { 200: ApplicationIdentityProfileObject },

  async run({ caller, params, work }) {
    const application = await gameOfBot(work, caller, params.application_id)
    const user = await playerOf(work, application, params.user_id)
    const identities = await store.listIdentities(work, user.id, application.id)
    const identity = identities.find((one) => one.provider_issued_user_id === params.provider_issued_user_id)
    if (!identity || !hasProfile(identity)) throw new ApiError('UNKNOWN_USER')
    return presentProfile(identity)
  },
})
