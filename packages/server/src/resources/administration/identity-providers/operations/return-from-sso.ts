import { operation } from '../../../../kernel/operation.ts'
import { Optional, Text, Type } from '../../../../validation/schema.ts'
import { faultPage, returnFrom } from '../actions/begin.ts'
import { saveSignIn } from '../actions/save.ts'
import { ProviderPath, Redirect, redirectTo } from '../requests.ts'

const VALUE_MAX = 4_000

/** Return From SSO: a provider sends a browser back, which gets a code for the page that signs in. */
export const returnFromSso = operation({
  id: 'return_from_sso',
  method: 'GET',
  path: '/sso/:provider_id/callback',
  callers: ['anyone'],
  ignoresTokens: true,
  unlisted: true,
  writes: true,
  params: ProviderPath,
  query: Type.Object({
    state: Optional(Text(0, VALUE_MAX)),
    code: Optional(Text(0, VALUE_MAX)),
    iss: Optional(Text(0, VALUE_MAX)),
    error: Optional(Text(0, VALUE_MAX)),
    error_description: Optional(Text(0, VALUE_MAX)),
  }),
  responses: { 302: Redirect },
  limit: { limit: 60, windowMs: 60_000 },

  before: ({ params, query, platform, header }) =>
    returnFrom(platform, {
      id: params.provider_id,
      query: `?${new URLSearchParams(query as Record<string, string>)}`,
      state: query.state ?? '',
      cookies: header('cookie'),
    }),

  async run({ work, platform, prepared }) {
    const { url } = platform.addresses
    if ('fault' in prepared) return redirectTo(faultPage(url, prepared.fault))
    const code = await saveSignIn(work, prepared.signIn)
    if (code === null) return redirectTo(faultPage(url, 'expired'))
    return redirectTo(`${url}/sign-in#${new URLSearchParams({ code, redirect: prepared.redirect })}`)
  },
})
