import { ApiError } from '@guildhall/protocol'
import { threadForCaller } from '../../../../access/thread.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { removeThreadMember } from '../actions/save.ts'

/** Leave Thread, unless it is archived. */
export const leaveThread = operation({
  id: 'leave_thread',
  method: 'DELETE',
  path: '/channels/:channel_id/thread-members/@me',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { thread, metadata, view } = await threadForCaller(work, caller, params.channel_id)
    if (metadata.archived) throw new ApiError('THREAD_ARCHIVED')
    await removeThreadMember(work, view, thread, caller.userId)
  },
})
