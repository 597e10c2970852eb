import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { OneOf, Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { StartedJob } from '../../operator-jobs/index.ts'
import { demandLosable, logAction, operatorOf } from '../../operators/index.ts'
import { lockAccounts } from '../../users/index.ts'
import { requestDeletion } from '../actions/request.ts'
import { MESSAGES_CHOICES } from '../model.ts'

/** Delete Account: an operator has the account of a person deleted, after the days to come back or at once. */
export const deleteAccount = operation({
  id: 'delete_account',
  method: 'POST',
  path: '/admin/users/:user_id/delete',
  callers: ['operator', 'person'],
  unlisted: true,
  params: Type.Object({ user_id: SnowflakeId }),
  body: Type.Object({ messages: Optional(OneOf(...MESSAGES_CHOICES)), now: Optional(Type.Boolean()) }),
  responses: { 202: StartedJob },

  async run({ params: { user_id: userId }, body, ...request }) {
    const { work } = request
    const operator = await operatorOf(request, 'admin', { fresh: true })
    await lockAccounts(work, [userId])
    await demandLosable(work, operator, userId)
    const { messages = 'keep', now = false } = body
    const jobId = await requestDeletion(work, { userId, messages, now })
    const changes = [
      { key: 'messages', old: null, new: messages },
      { key: 'now', old: null, new: now },
    ]
    await logAction(work, operator, { action: 'delete', target: userId, changes })
    return new HttpResponse(202, { job_id: jobId.toString() })
  },
})
