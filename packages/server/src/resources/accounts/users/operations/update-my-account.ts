import { CurrentUserObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { PersonName, Type } from '../../../../validation/schema.ts'
import { saveUser } from '../actions/save.ts'
import { presentSelf } from '../present.ts'
import * as store from '../store.ts'

const NAME_MAX = 32

/** Modify Current Account: a game names the provisional account of its player. Full accounts have no such scope. */
export const updateMyAccount = operation({
  id: 'update_my_account',
  method: 'PATCH',
  path: '/users/@me/account',
  callers: ['bearer'],
  scope: 'account.global_name.update',
  unlisted: true,
  body: Type.Object({ global_name: PersonName(1, NAME_MAX) }),
  responses: { 200: CurrentUserObject },

  async run({ caller, body, work }) {
    // The caller object may be older than the last change.
    const before = (await store.findUser(work, caller.userId)) ?? caller.user
    const user = { ...before, global_name: body.global_name }
    await saveUser(work, before, user)
    return presentSelf(user, { email: false, premium: false })
  },
})
