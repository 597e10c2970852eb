import assert from 'node:assert/strict'
import { ApiError, ThreadMemberObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Optional, SnowflakeId, Type } from '../../../validation/schema.ts'
import { findThreadMember } from '../../channels/index.ts'
import { presentWithMembers } from '../members.ts'
import { visibleThread } from '../place.ts'

/** Get Thread Member. */
export const getThreadMember = operation({
  id: 'get_thread_member',
  method: 'GET',
  path: '/channels/:channel_id/thread-members/:user_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId, user_id: SnowflakeId }),
  query: Type.Object({ with_member: Optional(Type.Boolean()) }),
  responses: { 200: ThreadMemberObject },

  async run({ caller, params, query, work }) {
    const { thread, view } = await visibleThread(work, caller, params.channel_id)
    const member = await findThreadMember(work, thread.id, params.user_id)
    if (!member) throw new ApiError('UNKNOWN_MEMBER')
    const [object] = await presentWithMembers(work, view, [member], query.with_member ?? false)
    assert(object, 'one member gives one object')
    return object
  },
})
