import { CurrentUserObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { presentSelfFor } from '../present.ts'

/** Get Current User. [USR-1] */
export const getMyUser = operation({
  id: 'get_my_user',
  method: 'GET',
  path: '/users/@me',
  callers: ['bot', 'person', 'bearer'],
  scope: 'identify',
  responses: { 200: CurrentUserObject },

  run: async ({ caller }) => presentSelfFor(caller),
})
