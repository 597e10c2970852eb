import { ErrorBody, OAuth2Error, OAuth2ErrorBody } from '@guildhall/protocol'
import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import { Type } from '../../../../validation/schema.ts'
import { prepareRequestedMerge } from '../../provisional-accounts/index.ts'
import { authenticateClient, rejectChild } from '../actions/authenticate-client.ts'
import { GRANTS } from '../actions/exchange.ts'
import { TokenResponse } from '../actions/save-tokens.ts'
import { getSigningKey } from '../actions/signing.ts'
import { TokenForm } from '../requests.ts'

/**
 * Token endpoint: exchanges a grant for tokens, and merges a provisional account into that of the granting user.
 * Accepts only forms. [AUT-30] (RFC 6749, 3.2)
 */
export const oauth2Token = operation({
  id: 'oauth2_token',
  method: 'POST',
  path: '/oauth2/token',
  callers: ['anyone'],
  form: true,
  // Client libraries of RPC send dummy tokens. (decided)
  ignoresTokens: true,
  body: TokenForm,
  // Each of them is exchanged once.
  holds: ({ code, refresh_token, device_code }) =>
    [code, refresh_token, device_code].flatMap((secret) => (secret ? [`grant.${secret}`] : [])),
  // Refusals of a merge have the form of the API's own errors.
  responses: { 200: TokenResponse, 400: Type.Union([OAuth2ErrorBody, ErrorBody]) },
  limit: { limit: 50, windowMs: 60_000 },

  async before({ caller, body: form, platform }) {
    if (!form.grant_type) throw new OAuth2Error('invalid_request', 'grant_type is missing.')
    const grant = GRANTS.get(form.grant_type)
    if (!grant) throw new OAuth2Error('unsupported_grant_type', 'This grant type is not supported.')
    const client = await platform.units.read(SYSTEM_ACTOR, (work) => authenticateClient(work, caller, form))
    rejectChild(client.application)
    const signing = await getSigningKey(platform)
    return { grant, client, signing, merge: await prepareRequestedMerge(platform, client.application, form) }
  },

  async run({ body: form, work, platform, prepared: { grant, client, signing, merge } }) {
    try {
      const result = await grant({ work, platform, client, form, signing, merge })
      return result instanceof HttpResponse ? result : new HttpResponse(200, result, { 'cache-control': 'no-store' })
    } finally {
      merge?.release()
    }
  },
})
