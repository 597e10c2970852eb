import {
  ApiError,
  ApplicationFlag,
  THREAD_MEMBERS_MAX,
  THREAD_MEMBERS_PAGE_MAX,
  ThreadMemberObject,
} from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { Int, Optional, SnowflakeId, Type } from '../../../validation/schema.ts'
import { listThreadMembers as list } from '../../channels/index.ts'
import { presentWithMembers } from '../members.ts'
import { visibleThread } from '../place.ts'

const SWITCH = ApplicationFlag.GATEWAY_GUILD_MEMBERS | ApplicationFlag.GATEWAY_GUILD_MEMBERS_LIMITED

/** List Thread Members: by pages with `with_member`, else all of them. Bots need the GUILD_MEMBERS switch. */
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
  responses: { 200: Type.Array(ThreadMemberObject) },

  async run({ caller, params, query, work }) {
    const { thread, view } = await visibleThread(work, caller, params.channel_id)
    if (caller.kind === 'bot' && ((caller.application?.flags ?? 0n) & SWITCH) === 0n)
      throw new ApiError('MISSING_ACCESS')
    const paged = query.with_member ?? false
    const window = paged
      ? { after: query.after ?? -1n, limit: query.limit ?? THREAD_MEMBERS_PAGE_MAX }
      : { after: -1n, limit: THREAD_MEMBERS_MAX }
    return presentWithMembers(work, view, await list(work, thread.id, window), paged)
  },
})
