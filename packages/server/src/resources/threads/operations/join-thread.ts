import { operation } from '../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../kernel/schema.ts'
import { visibleThread } from '../place.ts'
import { joinThread } from '../thread.ts'

/** Join Thread. */
export const joinThreadOperation = operation({
  id: 'join_thread',
  method: 'PUT',
  path: '/channels/:channel_id/thread-members/@me',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  answers: { 204: NoContent },

  async run({ caller, params, work }) {
    const { channel } = await visibleThread(work, caller, params.channel_id)
    await joinThread(work, channel, caller.userId)
  },
})
