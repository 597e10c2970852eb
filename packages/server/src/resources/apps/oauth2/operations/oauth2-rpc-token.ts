import { OAuth2Error, OAuth2ErrorBody } from '@guildhall/protocol'
import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { tokenHash } from '../../../accounts/users/index.ts'
import { authenticateClient, rejectChild } from '../actions/authenticate-client.ts'
import { saveRpcToken } from '../actions/save.ts'
import { newSecret } from '../actions/save-tokens.ts'
import { RpcTokenForm } from '../requests.ts'

const LIFETIME_MS = 60_000

/** Returns a token that AUTHORIZE accepts once as a proof that a game's server knows the client secret. */
export const oauth2RpcToken = operation({
  id: 'oauth2_rpc_token',
  method: 'POST',
  path: '/oauth2/token/rpc',
  callers: ['anyone'],
  unlisted: true,
  form: true,
  // Client libraries of RPC send dummy tokens. (decided)
  ignoresTokens: true,
  body: RpcTokenForm,
  responses: { 200: Type.Object({ rpc_token: Type.String() }), 400: OAuth2ErrorBody },
  limit: { limit: 20, windowMs: 60_000 },

  async run({ caller, body, work }) {
    const { application, confidential } = await authenticateClient(work, caller, body)
    if (!confidential) throw new OAuth2Error('invalid_client', 'The client_secret is missing.')
    rejectChild(application)
    const rpc_token = newSecret()
    const token = { hash: tokenHash(rpc_token), application_id: application.id, expires_at: work.now + LIFETIME_MS }
    await saveRpcToken(work, token)
    return new HttpResponse(200, { rpc_token }, { 'cache-control': 'no-store' })
  },
})
