import { ApiError, demand, has, MessageType, Permission } from '@guildhall/protocol'
import { memberChannelPermissions } from '../../../../access/channel.ts'
import { memberInGuild } from '../../../../access/member.ts'
import { threadForCaller } from '../../../../access/thread.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { postMessage } from '../../messages/index.ts'
import { addThreadMember as addMember } from '../actions/members.ts'
import { mayAddMember } from '../rules.ts'

/** Add Thread Member. A system message in the thread names the added member. */
export const addThreadMember = operation({
  id: 'add_thread_member',
  method: 'PUT',
  path: '/channels/:channel_id/thread-members/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId, user_id: SnowflakeId }),
  responses: { 204: NoContent },

  async run({ caller, params, work }) {
    const { thread, metadata, view, permissions, owner } = await threadForCaller(work, caller, params.channel_id)
    const target = await memberInGuild(work, view, params.user_id)
    if (!target) throw new ApiError('UNKNOWN_MEMBER')
    const parent = thread.parent_id === null ? undefined : view.channels.get(thread.parent_id)
    const viewsParent =
      parent !== undefined && has(memberChannelPermissions(view, parent, target, work.now), Permission.VIEW_CHANNEL)
    demand(mayAddMember({ permissions, owner }, metadata, { viewsParent }))
    if (!(await addMember(work, view, thread, target.user_id)) || target.user_id === caller.userId) return
    const mentions = [target.user_id]
    const type = MessageType.RECIPIENT_ADD
    await postMessage(work, { view, channel: thread }, { author: caller.user, type, content: '', mentions })
  },
})
