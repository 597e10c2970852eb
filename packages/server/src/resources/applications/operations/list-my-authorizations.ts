import { operation } from '../../../kernel/operation.ts'
import { Json, Type } from '../../../kernel/schema.ts'
import { listInstalls } from '../installs.ts'

/** Applications that a person has added to their account. */
export const listMyAuthorizations = operation({
  id: 'list_my_authorizations',
  method: 'GET',
  path: '/oauth2/tokens',
  callers: ['person'],
  unlisted: true,
  answers: { 200: Type.Array(Json) },

  async run({ caller, work }) {
    return listInstalls(work, caller.userId)
  },
})
