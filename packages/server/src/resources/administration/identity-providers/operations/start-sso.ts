import { operation } from '../../../../kernel/operation.ts'
import { Optional, Text, Type } from '../../../../validation/schema.ts'
import { beginSignIn } from '../actions/begin.ts'
import { ProviderPath, Redirect, redirectTo } from '../requests.ts'

const PAGE_MAX = 2_000

/** Start SSO: sends a browser to an identity provider of the operator. */
export const startSso = operation({
  id: 'start_sso',
  method: 'GET',
  path: '/sso/:provider_id/start',
  callers: ['anyone'],
  ignoresTokens: true,
  unlisted: true,
  params: ProviderPath,
  query: Type.Object({ redirect: Optional(Text(0, PAGE_MAX)) }),
  responses: { 302: Redirect },
  limit: { limit: 60, windowMs: 60_000 },

  before: ({ params, query: { redirect }, platform, header }) =>
    beginSignIn(platform, { id: params.provider_id, redirect, cookies: header('cookie') }),

  async run({ prepared: { location, headers } }) {
    return redirectTo(location, headers)
  },
})
