import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { exchangeForChild } from '../actions/child-tokens.ts'
import { ChildTokenBody } from '../requests.ts'

/** Exchange Child Token: a publisher exchanges its token of a player for one of a game. [END-72] [AUT-25] */
export const partnerSdkChildToken = operation({
  id: 'partner_sdk_child_token',
  method: 'POST',
  path: '/partner-sdk/child-token',
  callers: ['anyone'],
  body: ChildTokenBody,
  responses: {
    200: Type.Object({
      access_token: Type.String(),
      token_type: Type.String(),
      expires_in: Type.Integer(),
      scope: Type.String(),
    }),
  },

  async run({ body, work }) {
    return new HttpResponse(200, await exchangeForChild(work, body), { 'cache-control': 'no-store' })
  },
})
