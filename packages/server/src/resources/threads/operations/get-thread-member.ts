import { ApiError, ThreadMember } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../kernel/schema.ts'
import { presentThreadMember } from '../../channels/index.ts'
import { visibleThread } from '../place.ts'
import * as store from '../store.ts'

/** Get Thread Member. */
export const getThreadMember = operation({
  id: 'get_thread_member',
  method: 'GET',
  path: '/channels/:channel_id/thread-members/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId, user_id: SnowflakeId }),
  answers: { 200: ThreadMember },

  async run({ caller, params, work }) {
    const { channel } = await visibleThread(work, caller, params.channel_id)
    const member = await store.find(work, channel.id, params.user_id)
    if (!member) throw new ApiError('UNKNOWN_MEMBER')
    return presentThreadMember(member)
  },
})
