import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { saveIssuers } from '../actions/save-issuers.ts'
import { GameParams, IssuerList, StoredIssuers } from '../issuer-requests.ts'

/** Replace Application Issuers, by the owner of the game. */
export const replaceApplicationIssuers = operation({
  id: 'replace_application_issuers',
  method: 'PUT',
  path: '/applications/:application_id/external-auth',
  callers: ['person'],
  unlisted: true,
  params: GameParams,
  body: IssuerList,
  responses: { 200: StoredIssuers },

  async run({ caller, params, body, work }) {
    const { id } = await applicationForCaller(work, caller, params.application_id)
    const { external_auth } = await saveIssuers(work, id, body)
    return { issuers: external_auth }
  },
})
