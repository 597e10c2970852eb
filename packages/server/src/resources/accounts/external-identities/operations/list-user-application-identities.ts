import { ApiError, ApplicationIdentityObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { findUser } from '../../users/index.ts'
import { demandAuthorized, gameOfBot } from '../actions/for-caller.ts'
import { presentIdentity } from '../present.ts'
import { UserIdentitiesParams } from '../requests.ts'
import * as store from '../store.ts'

/** Get Application Identities by User ID. The list of a user whose account was unlinked is empty. [SUB-6] */
export const listUserApplicationIdentities = operation({
  id: 'list_user_application_identities',
  method: 'GET',
  path: '/users/:user_id/application-identities/:application_id',
  callers: ['bot', 'bearer', 'person'],
  params: UserIdentitiesParams,
  responses: { 200: Type.Object({ identities: Type.Array(ApplicationIdentityObject) }) },

  async run({ caller, params, work }) {
    const application = await gameOfBot(work, caller, params.application_id)
    const user = await findUser(work, params.user_id)
    if (!user || (user.provisional_for ?? application.id) !== application.id) throw new ApiError('UNKNOWN_USER')
    const identities = await store.listIdentities(work, user.id, application.id)
    if (identities.length > 0) await demandAuthorized(work, application, user)
    return { identities: identities.map(presentIdentity) }
  },
})
