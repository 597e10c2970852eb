import assert from 'node:assert/strict'
import { ApiError, ThreadMemberObject } from '@guildhall/protocol'
import { threadForCaller } from '../../../../access/thread.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { hydrateThreadMembers } from '../actions/list.ts'
import { findThreadMember } from '../store.ts'

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
    const { thread, view } = await threadForCaller(work, caller, params.channel_id)
    const member = await findThreadMember(work, thread.id, params.user_id)
    if (!member) throw new ApiError('UNKNOWN_MEMBER')
    const [object] = await hydrateThreadMembers(work, view, [member], {
      withMember: query.with_member ?? false,
    })
    assert(object, 'one member gives one object')
    return object
  },
})
