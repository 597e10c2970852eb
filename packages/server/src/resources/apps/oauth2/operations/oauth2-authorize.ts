import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { authorize } from '../actions/authorize.ts'
import { readConsent } from '../actions/consent.ts'
import { AuthorizeBody, AuthorizeQuery } from '../requests.ts'
import { redirectTo } from '../rules.ts'

/** Authorize: carries out a person's decision and returns the address to open next. [SVC-10] [AUT-1] */
export const oauth2Authorize = operation({
  id: 'oauth2_authorize',
  method: 'POST',
  path: '/oauth2/authorize',
  callers: ['person'],
  unlisted: true,
  query: AuthorizeQuery,
  body: AuthorizeBody,
  responses: { 200: Type.Object({ location: Type.String() }) },
  limit: { limit: 20, windowMs: 60_000 },

  async run({ caller, query, body, work, platform }) {
    const request = {
      ...query,
      permissions: body.permissions ?? query.permissions,
      guild_id: body.guild_id ?? query.guild_id,
      integration_type: body.integration_type?.toString() ?? query.integration_type,
    } as AuthorizeQuery
    const consent = await readConsent(work, caller, request, query.integration_type)
    const parameters = await authorize(work, caller, consent, request, body)
    const address = consent.redirect ?? `${platform.addresses.url}/oauth2/authorized`
    return { location: redirectTo(address, parameters, request.response_type) }
  },
})
