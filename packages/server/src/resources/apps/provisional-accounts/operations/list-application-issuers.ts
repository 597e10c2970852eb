import { applicationForCaller } from '../../../../access/application.ts'
import { operation } from '../../../../kernel/operation.ts'
import { GameParams, StoredIssuers } from '../issuer-requests.ts'

/** List Application Issuers: issuers of the tokens by which players sign in, for the owner of the game. */
export const listApplicationIssuers = operation({
  id: 'list_application_issuers',
  method: 'GET',
  path: '/applications/:application_id/external-auth',
  callers: ['person'],
  unlisted: true,
  params: GameParams,
  responses: { 200: StoredIssuers },

  async run({ caller, params, work }) {
    const { external_auth } = await applicationForCaller(work, caller, params.application_id)
    return { issuers: external_auth }
  },
})
