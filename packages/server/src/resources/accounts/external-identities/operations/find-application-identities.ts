import { ApplicationIdentityObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { gameOfBot, playerOf } from '../actions/for-caller.ts'
import { presentIdentity } from '../present.ts'
import { ExternalAccountParams, ProviderChoice } from '../requests.ts'
import * as store from '../store.ts'

/** Get Application Identities by External ID: those of the user who has the account, that account first. */
export const findApplicationIdentities = operation({
  id: 'find_application_identities',
  method: 'GET',
  path: '/applications/:application_id/application-identities/:provider_type/:provider_issued_user_id',
  callers: ['bot', 'bearer', 'person'],
  params: ExternalAccountParams,
  query: ProviderChoice,
  responses: { 200: Type.Object({ identities: Type.Array(ApplicationIdentityObject) }) },

  async run({ caller, params, query, work }) {
    const application = await gameOfBot(work, caller, params.application_id)
    const found = await store.findIdentity(work, { ...params, provider_id: query.provider_id ?? '' })
    if (!found) return { identities: [] }
    await playerOf(work, application, found.user_id)
    const others = await store.listIdentities(work, found.user_id, application.id)
    const first = ({ provider_type, provider_id, provider_issued_user_id }: typeof found) =>
      provider_type === found.provider_type &&
      provider_id === found.provider_id &&
      provider_issued_user_id === found.provider_issued_user_id
    return { identities: [found, ...others.filter((one) => !first(one))].map(presentIdentity) }
  },
})
