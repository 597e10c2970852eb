import { THREAD_MEMBERS_PAGE_MAX, ThreadMember } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Int, Optional, SnowflakeId, Type } from '../../../kernel/schema.ts'
import { presentThreadMember } from '../../channels/index.ts'
import { listMembersById, presentMember } from '../../members/index.ts'
import { listUsers } from '../../users/index.ts'
import { visibleThread } from '../place.ts'
import * as store from '../store.ts'

/** List Thread Members: with their guild members when asked. */
export const listThreadMembers = operation({
  id: 'list_thread_members',
  method: 'GET',
  path: '/channels/:channel_id/thread-members',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  query: Type.Object({
    with_member: Optional(Type.Boolean()),
    after: Optional(SnowflakeId),
    limit: Optional(Int(1, THREAD_MEMBERS_PAGE_MAX)),
  }),
  answers: { 200: Type.Array(ThreadMember) },

  async run({ caller, params, query, work }) {
    const { channel, view } = await visibleThread(work, caller, params.channel_id)
    const listed = await store.list(work, channel.id, query.after ?? 0n, query.limit ?? THREAD_MEMBERS_PAGE_MAX)
    if (!query.with_member || !view) return listed.map(presentThreadMember)
    const ids = listed.map((member) => member.user_id)
    const members = await listMembersById(work, view.id, ids)
    const users = await listUsers(work, ids)
    return listed.map((entry) => {
      const member = members.get(entry.user_id)
      const user = users.get(entry.user_id)
      return { ...presentThreadMember(entry), ...(member && user ? { member: presentMember(member, user) } : {}) }
    })
  },
})
