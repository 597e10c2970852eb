import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { Int, Optional, OptionalNullable, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { StartedJob } from '../../../accounts/operator-jobs/index.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'
import { removeMessages } from '../actions/remove-messages.ts'

/** Longest time back: a hundred years. */
const SINCE_MAX_S = 3_155_760_000

/**
 * Remove Account Messages: has messages of a person removed, everywhere or in one guild. The members there receive
 * MESSAGE_DELETE_BULK. A dry run counts them.
 */
export const removeAccountMessages = operation({
  id: 'remove_account_messages',
  method: 'POST',
  path: '/admin/users/:user_id/messages/remove',
  callers: ['operator', 'person'],
  unlisted: true,
  params: Type.Object({ user_id: SnowflakeId }),
  body: Type.Object({
    since_seconds: OptionalNullable(Int(1, SINCE_MAX_S)),
    guild_id: OptionalNullable(SnowflakeId),
    dry_run: Optional(Type.Boolean()),
  }),
  responses: { 202: StartedJob },

  async run({ params, body, ...request }) {
    const operator = await operatorOf(request, 'moderator')
    const { guild_id: guildId = null, since_seconds: sinceSeconds = null, dry_run: dryRun = false } = body
    const jobId = await removeMessages(request.work, operator, {
      userId: params.user_id,
      guildId,
      sinceSeconds,
      dryRun,
    })
    return new HttpResponse(202, { job_id: jobId.toString() })
  },
})
