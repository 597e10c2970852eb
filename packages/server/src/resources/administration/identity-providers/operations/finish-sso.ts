import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { OneOf, Optional, Type } from '../../../../validation/schema.ts'
import { SignedIn, signIn, siteOf } from '../../../accounts/second-factors/index.ts'
import { finishSignIn } from '../actions/finish.ts'
import { cookieOf } from '../model.ts'
import { CodeBody } from '../requests.ts'

/** Finish SSO: exchanges the code of a sign-in at a provider, once and by the browser that began. */
export const finishSso = operation({
  id: 'finish_sso',
  method: 'POST',
  path: '/auth/sso/finish',
  callers: ['anyone'],
  ignoresTokens: true,
  unlisted: true,
  body: Type.Object({ ...CodeBody.properties, undelete: Optional(Type.Boolean()) }),
  responses: { 200: SignedIn, 202: Type.Object({ user_id: Type.Null(), state: OneOf('pending') }) },
  limit: { limit: 60, windowMs: 60_000 },

  async run({ body, work, platform, client, header }) {
    const cookie = cookieOf(header('cookie'))
    const finished = await finishSignIn(work, { code: body.code, cookie, address: client.address })
    if (finished.state === 'pending') return new HttpResponse(202, { user_id: null, state: finished.state })
    return new HttpResponse(
      200,
      await signIn(work, finished.userId, siteOf(platform.addresses.url), { revives: body.undelete ?? false }),
    )
  },
})
