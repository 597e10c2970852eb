import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { challengeForAnyone } from '../actions/passkeys.ts'
import { CODE_LIMIT, placeOf } from '../requests.ts'

/** Start Passwordless Login: a challenge that a passkey answers in place of name and password. */
export const startPasswordlessLogin = operation({
  id: 'start_passwordless_login',
  method: 'POST',
  path: '/auth/conditional/start',
  callers: ['anyone'],
  unlisted: true,
  responses: { 200: Type.Object({ ticket: Type.String(), challenge: Type.String() }) },
  limit: CODE_LIMIT,

  async run({ work, platform }) {
    return challengeForAnyone(work, placeOf(platform).site)
  },
})
