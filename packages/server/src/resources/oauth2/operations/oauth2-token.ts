import { OAuth2Error, OAuth2ErrorBody } from '@guildhall/protocol'
import { HttpResponse, operation } from '../../../kernel/operation.ts'
import { GRANTS } from '../actions/exchange.ts'
import { getSigningKey } from '../actions/signing.ts'
import { authenticateClient, TokenResponse } from '../actions/tokens.ts'
import { TokenForm } from '../requests.ts'

/** Token endpoint: exchanges a grant for tokens. Accepts only forms. [AUT-30] (RFC 6749, 3.2) */
export const oauth2Token = operation({
  id: 'oauth2_token',
  method: 'POST',
  path: '/oauth2/token',
  callers: ['anyone'],
  unlisted: true,
  form: true,
  body: TokenForm,
  responses: { 200: TokenResponse, 400: OAuth2ErrorBody },
  limit: { limit: 50, windowMs: 60_000 },

  before: ({ platform }) => getSigningKey(platform),

  async run({ caller, body: form, work, platform, prepared: signing }) {
    const grant = GRANTS.get(form.grant_type ?? '')
    if (!form.grant_type) throw new OAuth2Error('invalid_request', 'grant_type is missing.')
    if (!grant) throw new OAuth2Error('unsupported_grant_type', 'This grant type is not supported.')
    const client = await authenticateClient(work, caller, form)
    const result = await grant({ work, platform, client, form, signing })
    return result instanceof HttpResponse ? result : new HttpResponse(200, result, { 'cache-control': 'no-store' })
  },
})
