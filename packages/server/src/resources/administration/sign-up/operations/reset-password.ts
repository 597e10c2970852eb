import { PASSWORD_MAX, PASSWORD_MIN } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Text, Type } from '../../../../validation/schema.ts'
import { hashChosenPassword } from '../../../accounts/users/index.ts'
import { resetPassword } from '../actions/reset-password.ts'
import { LINK_LIMIT, TOKEN_MAX } from '../present.ts'

/** Reset Password: sets a new password by the token of a link, and ends all sessions. */
export const resetPasswordByLink = operation({
  id: 'reset_password',
  method: 'POST',
  path: '/auth/reset',
  callers: ['anyone'],
  unlisted: true,
  body: Type.Object({ token: Text(1, TOKEN_MAX), password: Text(PASSWORD_MIN, PASSWORD_MAX) }),
  responses: { 200: Type.Object({ token: Type.String() }) },
  limit: LINK_LIMIT,

  before: ({ body: { password }, platform, client }) =>
    hashChosenPassword(platform.passwords, { password, field: 'password' }, client),

  async run({ body: { token }, work, platform, prepared: hash }) {
    return { token: await resetPassword(work, { token, hash }, platform.addresses.url) }
  },
})
