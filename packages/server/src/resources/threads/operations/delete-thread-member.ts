import { ApiError, ChannelType, has, Permission } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../kernel/schema.ts'
import { visibleThread } from '../place.ts'
import { leaveThread } from '../thread.ts'

/** Remove Thread Member: by MANAGE_THREADS, or by the owner of a private thread. */
export const deleteThreadMember = operation({
  id: 'delete_thread_member',
  method: 'DELETE',
  path: '/channels/:channel_id/thread-members/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId, user_id: SnowflakeId }),
  answers: { 204: NoContent },

  async run({ caller, params, work }) {
    const { channel, permissions } = await visibleThread(work, caller, params.channel_id)
    const owns = channel.type === ChannelType.PRIVATE_THREAD && channel.owner_id === caller.userId
    if (!owns && !has(permissions, Permission.MANAGE_THREADS)) throw new ApiError('MISSING_PERMISSIONS')
    await leaveThread(work, channel, params.user_id)
  },
})
