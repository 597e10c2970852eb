import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'
import { signOutPerson } from '../actions/save.ts'

/** End Account Sessions: signs a person out everywhere. */
export const endAccountSessions = operation({
  id: 'end_account_sessions',
  method: 'DELETE',
  path: '/admin/users/:user_id/sessions',
  callers: ['operator', 'person'],
  unlisted: true,
  params: Type.Object({ user_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ params, ...request }) {
    await signOutPerson(request.work, await operatorOf(request, 'moderator'), params.user_id)
  },
})
