import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { offersMail, settingsOf } from '../../instance-settings/index.ts'
import { findPassword } from '../store.ts'

/** Get My Sign-In: tells clients which fields the forms of an account need. */
export const getMySignIn = operation({
  id: 'get_my_sign_in',
  method: 'GET',
  path: '/users/@me/sign-in',
  callers: ['person'],
  unlisted: true,
  responses: {
    200: Type.Object({
      /** Whether the person has a password. */
      password: Type.Boolean(),
      /** Whether the platform sends mail, so that an address can be confirmed. */
      mail: Type.Boolean(),
    }),
  },

  async run({ caller, work }) {
    const password = (await findPassword(work, caller.userId)) !== undefined
    return { password, mail: offersMail(work, await settingsOf(work)) }
  },
})
