import { CurrentUserObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { presentSelf } from '../present.ts'

/** Get Current User. [USR-1] */
export const getMyUser = operation({
  id: 'get_my_user',
  method: 'GET',
  path: '/users/@me',
  callers: ['bot', 'person', 'bearer'],
  scope: 'identify',
  responses: { 200: CurrentUserObject },

  async run({ caller }) {
    const email = caller.kind === 'person' || caller.scopes.has('email')
    const premium =
      caller.kind === 'person' ||
      (caller.scopes.has('identify.premium') && caller.application?.premium_approved === true)
    return presentSelf(caller.user, { email, premium })
  },
})
