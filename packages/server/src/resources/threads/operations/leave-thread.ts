import { ApiError } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../validation/schema.ts'
import { dropThreadMember } from '../../channels/index.ts'
import { visibleThread } from '../place.ts'

/** Leave Thread, while it is open. */
export const leaveThread = operation({
  id: 'leave_thread',
  method: 'DELETE',
  path: '/channels/:channel_id/thread-members/@me',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { thread, metadata, view } = await visibleThread(work, caller, params.channel_id)
    if (metadata.archived) throw new ApiError('THREAD_ARCHIVED')
    await dropThreadMember(work, view, thread, caller.userId)
  },
})
