import { ChannelType, Permission, ThreadListObject } from '@guildhall/protocol'
import { threadParentForCaller } from '../../../../access/thread.ts'
import { operation } from '../../../../kernel/operation.ts'
import { pageForCaller } from '../actions/list.ts'
import { ArchivedParams, ArchivedQuery } from '../requests.ts'
import { listArchivedThreads } from '../store.ts'

/** List Private Archived Threads: for moderators, the most recently archived first. */
export const listPrivateArchivedThreads = operation({
  id: 'list_private_archived_threads',
  method: 'GET',
  path: '/channels/:channel_id/threads/archived/private',
  callers: ['bot', 'person'],
  params: ArchivedParams,
  query: ArchivedQuery,
  responses: { 200: ThreadListObject },

  async run({ caller, params, query, work }) {
    const needed = Permission.READ_MESSAGE_HISTORY | Permission.MANAGE_THREADS
    const { channel } = await threadParentForCaller(work, caller, params.channel_id, needed)
    const types = [ChannelType.PRIVATE_THREAD]
    return pageForCaller(work, caller, query.limit, (limit) =>
      listArchivedThreads(work, channel.id, { types, before: query.before, limit }),
    )
  },
})
