import { operation } from '../../../../kernel/operation.ts'
import { Type } from '../../../../validation/schema.ts'
import { saveFresh } from '../actions/save.ts'
import { redeemTicket } from '../actions/verify.ts'
import { AuthenticatorType, CODE_LIMIT, Proof, placeOf, Ticket } from '../requests.ts'

/** Verify MFA: a proof of a fresh second factor, for five minutes of the session that asked. */
export const verifyMfa = operation({
  id: 'verify_mfa',
  method: 'POST',
  path: '/mfa/finish',
  callers: ['person'],
  unlisted: true,
  body: Type.Object({ ticket: Ticket, mfa_type: AuthenticatorType, data: Proof }),
  responses: { 200: Type.Object({ token: Type.String() }) },
  limit: CODE_LIMIT,

  async run({ caller: { tokenHash: session }, body: { ticket, mfa_type: kind, data }, work, platform }) {
    await redeemTicket(work, { ticket, kind: 'fresh', session }, { ...placeOf(platform), kind, data })
    return { token: await saveFresh(work, session) }
  },
})
