import { PASSWORD_MAX, PASSWORD_MIN } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Optional, Text, Type } from '../../../../validation/schema.ts'
import {
  AuthenticatorType,
  FactorNeeded,
  FactorTicket,
  Proof,
  placeOf,
} from '../../../accounts/second-factors/index.ts'
import { hashChosenPassword } from '../../../accounts/users/index.ts'
import { resetPassword } from '../actions/reset-password.ts'
import { LINK_LIMIT, TOKEN_MAX } from '../present.ts'

/**
 * Reset Password: sets a new password by the token of a link, and ends all sessions. People who have a second
 * factor get a ticket first, and send the request again with it and a code.
 */
export const resetPasswordByLink = operation({
  id: 'reset_password',
  method: 'POST',
  path: '/auth/reset',
  callers: ['anyone'],
  unlisted: true,
  body: Type.Object({
    token: Text(1, TOKEN_MAX),
    password: Text(PASSWORD_MIN, PASSWORD_MAX),
    method: Optional(AuthenticatorType),
    ticket: Optional(FactorTicket),
    code: Optional(Proof),
  }),
  responses: { 200: Type.Union([Type.Object({ token: Type.String() }), FactorNeeded]) },
  limit: LINK_LIMIT,

  before: ({ body: { password }, platform, client }) =>
    hashChosenPassword(platform.passwords, { password, field: 'password' }, client),

  async run({ body: { token, method: kind = 'totp', ticket, code: data }, work, platform, prepared: hash }) {
    const place = placeOf(platform)
    const isProven = ticket !== undefined && data !== undefined
    const factor = isProven ? { ticket, given: { ...place, kind, data } } : null
    return resetPassword(work, { token, hash, factor }, place)
  },
})
