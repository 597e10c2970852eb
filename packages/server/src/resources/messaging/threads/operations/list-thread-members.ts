import {
  ApiError,
  ApplicationFlag,
  THREAD_MEMBERS_MAX,
  THREAD_MEMBERS_PAGE_MAX,
  ThreadMemberObject,
} from '@guildhall/protocol'
import { threadForCaller } from '../../../../access/thread.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Int, Optional, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { hydrateThreadMembers } from '../actions/list.ts'
import { listThreadMembers as listMembers } from '../store.ts'

const MEMBERS_INTENT = ApplicationFlag.GATEWAY_GUILD_MEMBERS | ApplicationFlag.GATEWAY_GUILD_MEMBERS_LIMITED

/** List Thread Members: in pages with `with_member`, else all. Bots need the GUILD_MEMBERS intent enabled. */
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
    const { thread, view } = await threadForCaller(work, caller, params.channel_id)
    if (caller.kind === 'bot' && ((caller.application?.flags ?? 0n) & MEMBERS_INTENT) === 0n)
      throw new ApiError('MISSING_ACCESS')
    const withMember = query.with_member ?? false
    const window = withMember
      ? { after: query.after ?? -1n, limit: query.limit ?? THREAD_MEMBERS_PAGE_MAX }
      : { after: -1n, limit: THREAD_MEMBERS_MAX }
    return hydrateThreadMembers(work, view, await listMembers(work, thread.id, window), { withMember })
  },
})
