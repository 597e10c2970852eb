import { invalidForm } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { reviveAccount } from '../../deletions/index.ts'
import { bannedText, findPlatformBan, isBanActive } from '../../platform-bans/index.ts'
import { beginSession, lockAccounts } from '../../users/index.ts'
import { liveTicket, redeemTicket } from '../actions/verify.ts'
import { AuthenticatorType, CODE_LIMIT, Proof, placeOf, Ticket } from '../requests.ts'

/** Verify MFA Login: a session for the ticket of a sign-in and a second factor. */
export const verifyMfaLogin = operation({
  id: 'verify_mfa_login',
  method: 'POST',
  path: '/auth/mfa/:authenticator_type',
  callers: ['anyone'],
  unlisted: true,
  params: Type.Object({ authenticator_type: AuthenticatorType }),
  body: Type.Object({ ticket: Ticket, code: Proof }),
  responses: { 200: Type.Object({ token: Type.String(), user_id: Type.String() }) },
  limit: CODE_LIMIT,

  async run({ params, body: { ticket, code }, work, platform }) {
    const given = { ...placeOf(platform), kind: params.authenticator_type, data: code }
    const { revives } = await liveTicket(work, ticket, 'sign_in')
    const userId = await redeemTicket(work, { ticket, kind: 'sign_in', session: null }, given)
    await lockAccounts(work, [userId])
    const ban = await findPlatformBan(work, userId)
    if (isBanActive(ban, work.now)) throw invalidForm(['ticket'], 'ACCOUNT_DISABLED', bannedText(ban))
    if (revives === 1) await reviveAccount(work, userId)
    return { token: await beginSession(work, userId, { secondFactor: true }), user_id: userId.toString() }
  },
})
