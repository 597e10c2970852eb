import { operation } from '../../../kernel/operation.ts'
import { Int, NoContent, OptionalNullable, SnowflakeId, Type } from '../../../validation/schema.ts'
import { banUser } from '../actions/ban.ts'

/** Longest temporary ban: a hundred years. */
const DURATION_MAX_S = 3_155_760_000

/** Create Platform Ban: the operator bans a user from the whole platform, for a time or for good. [SUB-6] */
export const createPlatformBan = operation({
  id: 'create_platform_ban',
  method: 'POST',
  path: '/admin/users/:user_id/ban',
  callers: ['operator'],
  unlisted: true,
  params: Type.Object({ user_id: SnowflakeId }),
  body: Type.Object({ duration_seconds: OptionalNullable(Int(1, DURATION_MAX_S)) }),
  responses: { 204: NoContent },

  async run({ params, body, work }) {
    const { duration_seconds: seconds = null } = body
    await banUser(work, params.user_id, seconds === null ? null : work.now + seconds * 1000)
  },
})
