import { ApiError, demand, MessageType } from '@guildhall/protocol'
import { threadForCaller } from '../../../../access/thread.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { postMessage } from '../../messages/index.ts'
import { removeThreadMember } from '../actions/save.ts'
import { mayRemoveMember } from '../rules.ts'

/** Remove Thread Member. A system message in the thread names the removed member. */
export const deleteThreadMember = operation({
  id: 'delete_thread_member',
  method: 'DELETE',
  path: '/channels/:channel_id/thread-members/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId, user_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { thread, metadata, view, permissions, owner } = await threadForCaller(work, caller, params.channel_id)
    demand(mayRemoveMember({ permissions, owner }, { archived: metadata.archived, type: thread.type }))
    if (!(await removeThreadMember(work, view, thread, params.user_id))) throw new ApiError('UNKNOWN_MEMBER')
    if (params.user_id === caller.userId) return
    const mentions = [params.user_id]
    const type = MessageType.RECIPIENT_REMOVE
    await postMessage(work, { view, channel: thread }, { author: caller.user, type, content: '', mentions })
  },
})
