import { ApiError, invalidForm } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { SYSTEM_ACTOR } from '../../../kernel/units.ts'
import { Text, Type } from '../../../validation/schema.ts'
import { findPlatformBan, isBanActive } from '../../platform-bans/index.ts'
import { beginSession } from '../actions/sessions.ts'
import * as store from '../store.ts'

/** Login with name and password. An unknown name and a wrong password give the same error. */
export const login = operation({
  id: 'login',
  method: 'POST',
  path: '/auth/login',
  callers: ['anyone'],
  unlisted: true,
  body: Type.Object({ login: Text(1, 320), password: Text(1, 1024) }),
  responses: { 200: Type.Object({ token: Type.String(), user_id: Type.String() }) },
  limit: { limit: 10, windowMs: 60_000 },
  // Counted by account and address together, so that no address can lock out an account or its own neighbours.
  limitBy: ({ login }) => login.toLowerCase(),

  async before({ body, platform, client }) {
    const found = await platform.units.read(SYSTEM_ACTOR, async (work) => {
      const user = await store.findUserByName(work, body.login.toLowerCase())
      return {
        user,
        stored: user && (await store.findPassword(work, user.id)),
        ban: user && (await findPlatformBan(work, user.id)),
      }
    })
    if (!(await platform.passwords.fits(body.password, found.stored, client)) || !found.user) {
      throw invalidForm(['login'], 'INVALID_LOGIN', 'Login or password is invalid.')
    }
    if (isBanActive(found.ban, platform.clock.now()))
      throw invalidForm(['login'], 'ACCOUNT_DISABLED', 'This account is banned.')
    return found.user
  },

  async run({ work, prepared: user }) {
    if (!user) throw new ApiError('UNAUTHORIZED')
    const token = await beginSession(work, user.id)
    return { token, user_id: user.id.toString() }
  },
})
