import { invalidForm } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { Optional, Type } from '../../../../validation/schema.ts'
import { reviveAccount } from '../../deletions/index.ts'
import { bannedText, findPlatformBan, isBanActive } from '../../platform-bans/index.ts'
import { beginSession } from '../../users/index.ts'
import { personByPasskey } from '../actions/passkeys.ts'
import { CODE_LIMIT, Proof, placeOf, Ticket } from '../requests.ts'

/** Finish Passwordless Login: a session for the person whose passkey has answered. It counts as both factors. */
export const finishPasswordlessLogin = operation({
  id: 'finish_passwordless_login',
  method: 'POST',
  path: '/auth/conditional/finish',
  callers: ['anyone'],
  unlisted: true,
  body: Type.Object({ ticket: Ticket, credential: Proof, undelete: Optional(Type.Boolean()) }),
  responses: { 200: Type.Object({ token: Type.String(), user_id: Type.String() }) },
  limit: CODE_LIMIT,

  async run({ body: { ticket, credential: response, undelete }, work, platform }) {
    const userId = await personByPasskey(work, { ...placeOf(platform), ticket, response })
    const ban = await findPlatformBan(work, userId)
    if (isBanActive(ban, work.now)) throw invalidForm(['credential'], 'ACCOUNT_DISABLED', bannedText(ban))
    if (undelete) await reviveAccount(work, userId)
    return { token: await beginSession(work, userId, { secondFactor: true }), user_id: userId.toString() }
  },
})
