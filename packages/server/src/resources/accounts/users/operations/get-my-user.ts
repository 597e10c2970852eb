import { CurrentUserObject } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import { JsonText, operation } from '../../../../kernel/operation.ts'
import { presentSelfFor } from '../present.ts'

/** Responses by caller. A change of the user or the token makes another caller object. */
const texts = new WeakMap<Caller, JsonText<CurrentUserObject>>()

/** Get Current User. [USR-1] */
export const getMyUser = operation({
  id: 'get_my_user',
  method: 'GET',
  path: '/users/@me',
  callers: ['bot', 'person', 'bearer'],
  scope: 'identify',
  responses: { 200: CurrentUserObject },

  async run({ caller }) {
    const known = texts.get(caller)
    if (known) return known
    const text = new JsonText<CurrentUserObject>(JSON.stringify(presentSelfFor(caller)))
    texts.set(caller, text)
    return text
  },
})
