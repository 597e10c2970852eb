import { operation } from '../../../../kernel/operation.ts'
import { NoContent, OneOf, Optional, OptionalNullable, Text, Type } from '../../../../validation/schema.ts'
import { demandOwnerLeft } from '../../operators/index.ts'
import { demandPassword, FORMER_PASSWORD_MAX, lockAccounts } from '../../users/index.ts'
import { requestDeletion } from '../actions/request.ts'
import { MESSAGES_CHOICES } from '../model.ts'

/**
 * Delete User Account: signs the caller out, and deletes the account once the days are over in which they may come back
 * by a sign-in with `undelete`. Their messages stay under the name `deleted_user`, unless they choose otherwise.
 */
export const deleteMyAccount = operation({
  id: 'delete_my_account',
  method: 'POST',
  path: '/users/@me/delete',
  callers: ['person'],
  freshFactor: true,
  unlisted: true,
  body: Type.Object({
    password: OptionalNullable(Text(0, FORMER_PASSWORD_MAX)),
    messages: Optional(OneOf(...MESSAGES_CHOICES)),
  }),
  responses: { 204: NoContent },
  limit: { limit: 5, windowMs: 60_000 },

  async before({ caller, body, platform, client }) {
    await demandPassword(platform, caller, { password: body.password, client })
  },

  async run({ caller, body, work }) {
    await lockAccounts(work, [caller.userId])
    await demandOwnerLeft(work, caller.userId)
    await requestDeletion(work, { userId: caller.userId, messages: body.messages ?? 'keep' })
  },
})
