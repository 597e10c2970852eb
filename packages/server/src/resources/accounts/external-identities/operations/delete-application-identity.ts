import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { gameOfBot, playerOf } from '../actions/for-caller.ts'
import { deleteIdentity } from '../actions/save.ts'
import { ProviderChoice, UserIdentityParams } from '../requests.ts'
import { demandDeletable } from '../rules.ts'
import * as store from '../store.ts'

/** Delete Application Identity with its profile. */
export const deleteApplicationIdentity = operation({
  id: 'delete_application_identity',
  method: 'POST',
  path: '/users/:user_id/application-identities/:application_id/:provider_type/:provider_issued_user_id/delete',
  callers: ['bot', 'bearer', 'person'],
  params: UserIdentityParams,
  body: ProviderChoice,
  responses: { 204: NoContent },

  async run({ caller, params, body, work }) {
    const application = await gameOfBot(work, caller, params.application_id)
    const user = await playerOf(work, application, params.user_id)
    const { user_id, ...account } = params
    const key = { ...account, provider_id: body.provider_id ?? '' }
    const lock = `identity.${JSON.stringify([application.id.toString(), user_id.toString()])}`
    const own = await work.lock(lock, () => store.listIdentities(work, user.id, application.id))
    const identity = await store.findIdentity(work, key)
    if (identity?.user_id !== user.id) throw new ApiError('UNKNOWN_USER')
    demandDeletable(identity, own)
    await deleteIdentity(work, key)
  },
})
