import { operation } from '../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../validation/schema.ts'
import { liftBan } from '../actions/ban.ts'

/** Delete Platform Ban: the operator lifts the ban of a user. [SUB-10] */
export const deletePlatformBan = operation({
  id: 'delete_platform_ban',
  method: 'DELETE',
  path: '/admin/users/:user_id/ban',
  callers: ['operator'],
  unlisted: true,
  params: Type.Object({ user_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ params, work }) {
    await liftBan(work, params.user_id)
  },
})
