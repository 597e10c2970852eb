import { setImmediate as turn } from 'node:timers/promises'
import { operation } from '../../../../kernel/operation.ts'
import { SYSTEM_ACTOR } from '../../../../kernel/units.ts'
import { NoContent, Text, Type } from '../../../../validation/schema.ts'
import { mailWayIn } from '../actions/confirm.ts'

const LOGIN_MAX = 320

/**
 * Forgot Password: mails a link for a new password, or once more the link of a registration. The response comes before
 * the platform looks for the account, so that it says the same about everybody in the same time.
 */
export const forgotPassword = operation({
  id: 'forgot_password',
  method: 'POST',
  path: '/auth/forgot',
  callers: ['anyone'],
  unlisted: true,
  writes: false,
  body: Type.Object({ login: Text(1, LOGIN_MAX) }),
  responses: { 204: NoContent },
  limit: { limit: 10, windowMs: 60_000 },

  async run({ body, platform }) {
    const { background, units, addresses } = platform
    background.run(async () => {
      await turn()
      await units.write(SYSTEM_ACTOR, (work) => mailWayIn(work, body.login, addresses.url))
    })
  },
})
