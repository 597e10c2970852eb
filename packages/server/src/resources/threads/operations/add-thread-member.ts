import { ApiError, has, Permission } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../kernel/schema.ts'
import { memberOf } from '../../members/index.ts'
import { visibleThread } from '../place.ts'
import { joinThread } from '../thread.ts'

/** Add Thread Member: who can write there adds others; in a private one that is not open to all, who manages threads. */
export const addThreadMember = operation({
  id: 'add_thread_member',
  method: 'PUT',
  path: '/channels/:channel_id/thread-members/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId, user_id: SnowflakeId }),
  answers: { 204: NoContent },

  async run({ caller, params, work }) {
    const { channel, view, permissions } = await visibleThread(work, caller, params.channel_id)
    const closed = channel.thread_metadata?.invitable === false && channel.owner_id !== caller.userId
    const needed = closed ? Permission.MANAGE_THREADS : Permission.SEND_MESSAGES
    if (!has(permissions, needed)) throw new ApiError('MISSING_PERMISSIONS')
    if (!view || !(await memberOf(work, view, params.user_id))) throw new ApiError('UNKNOWN_MEMBER')
    await joinThread(work, channel, params.user_id)
  },
})
