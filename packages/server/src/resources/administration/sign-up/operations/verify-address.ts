import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { Text, Type } from '../../../../validation/schema.ts'
import { SignedIn, signIn, siteOf } from '../../../accounts/second-factors/index.ts'
import { confirmAddress } from '../actions/confirm.ts'
import { LINK_LIMIT, TOKEN_MAX, WaitingObject } from '../present.ts'

/** Verify Address: confirms an address of mail by the token of a link, and signs its person in. */
export const verifyAddress = operation({
  id: 'verify_address',
  method: 'POST',
  path: '/auth/verify',
  callers: ['anyone'],
  unlisted: true,
  body: Type.Object({ token: Text(1, TOKEN_MAX) }),
  responses: { 200: SignedIn, 202: WaitingObject },
  limit: LINK_LIMIT,

  async run({ body, work, platform }) {
    const result = await confirmAddress(work, body.token, platform.addresses.url)
    if (result.state !== 'active') return new HttpResponse(202, { user_id: null, state: result.state })
    return new HttpResponse(200, await signIn(work, result.userId, siteOf(platform.addresses.url)))
  },
})
