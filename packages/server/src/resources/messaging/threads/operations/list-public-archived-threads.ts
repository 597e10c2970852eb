import { Permission, ThreadListObject } from '@guildhall/protocol'
import { threadParentForCaller } from '../../../../access/thread.ts'
import { operation } from '../../../../kernel/operation.ts'
import { pageForCaller } from '../actions/list.ts'
import { PUBLIC_THREAD_TYPES } from '../model.ts'
import { ArchivedParams, ArchivedQuery } from '../requests.ts'
import { listArchivedThreads } from '../store.ts'

/** List Public Archived Threads: the most recently archived first. */
export const listPublicArchivedThreads = operation({
  id: 'list_public_archived_threads',
  method: 'GET',
  path: '/channels/:channel_id/threads/archived/public',
  callers: ['bot', 'person'],
  params: ArchivedParams,
  query: ArchivedQuery,
  responses: { 200: ThreadListObject },

  async run({ caller, params, query, work }) {
    const { channel } = await threadParentForCaller(work, caller, params.channel_id, Permission.READ_MESSAGE_HISTORY)
    return pageForCaller(work, caller, query.limit, (limit) =>
      listArchivedThreads(work, channel.id, { types: PUBLIC_THREAD_TYPES, before: query.before, limit }),
    )
  },
})
