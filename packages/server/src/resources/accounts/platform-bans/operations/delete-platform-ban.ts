import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../operators/index.ts'
import { liftBan } from '../actions/save.ts'

/** Delete Platform Ban: an operator lifts the ban of a user. [SUB-10] */
export const deletePlatformBan = operation({
  id: 'delete_platform_ban',
  method: 'DELETE',
  path: '/admin/users/:user_id/ban',
  callers: ['operator', 'person'],
  unlisted: true,
  params: Type.Object({ user_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ params, ...request }) {
    await liftBan(request.work, await operatorOf(request, 'moderator'), params.user_id)
  },
})
