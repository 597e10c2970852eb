import { operation } from '../../../../kernel/operation.ts'
import { Int, NoContent, OptionalNullable, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../operators/index.ts'
import { banUser } from '../actions/save.ts'
import { DURATION_MAX_S } from '../model.ts'

const REASON_MAX = 512

/** Create Platform Ban: an operator bans a user from the whole platform, for a time or for good. [SUB-6] */
export const createPlatformBan = operation({
  id: 'create_platform_ban',
  method: 'POST',
  path: '/admin/users/:user_id/ban',
  callers: ['operator', 'person'],
  unlisted: true,
  params: Type.Object({ user_id: SnowflakeId }),
  body: Type.Object({
    duration_seconds: OptionalNullable(Int(1, DURATION_MAX_S)),
    /** Shown to the person when they sign in. */
    reason: OptionalNullable(Text(0, REASON_MAX)),
    /** Age of the oldest message of the user that a job removes. */
    delete_message_seconds: OptionalNullable(Int(0, DURATION_MAX_S)),
  }),
  responses: { 204: NoContent },

  async run({ params, body, ...request }) {
    const { work } = request
    const operator = await operatorOf(request, 'moderator')
    const { duration_seconds: seconds = null, reason } = body
    const until = seconds === null ? null : work.now + seconds * 1000
    const deleteSeconds = body.delete_message_seconds ?? 0
    await banUser(work, operator, { userId: params.user_id, until, reason: reason || null, deleteSeconds })
  },
})
