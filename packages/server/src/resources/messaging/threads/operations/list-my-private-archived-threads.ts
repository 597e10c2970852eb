import { ChannelType, Permission, ThreadListObject } from '@guildhall/protocol'
import { threadParentForCaller } from '../../../../access/thread.ts'
import { operation } from '../../../../kernel/operation.ts'
import { pageForCaller } from '../actions/list.ts'
import { ArchivedByIdQuery, ArchivedParams } from '../requests.ts'
import { listArchivedThreadsOfUser } from '../store.ts'

/** List Joined Private Archived Threads: private ones that the caller is a member of, the newest first. */
export const listMyPrivateArchivedThreads = operation({
  id: 'list_my_private_archived_threads',
  method: 'GET',
  path: '/channels/:channel_id/users/@me/threads/archived/private',
  callers: ['bot', 'person'],
  params: ArchivedParams,
  query: ArchivedByIdQuery,
  responses: { 200: ThreadListObject },

  async run({ caller, params, query, work }) {
    const { channel } = await threadParentForCaller(work, caller, params.channel_id, Permission.READ_MESSAGE_HISTORY)
    const type = ChannelType.PRIVATE_THREAD
    return pageForCaller(work, caller, query.limit, (limit) =>
      listArchivedThreadsOfUser(work, channel.id, caller.userId, { type, before: query.before, limit }),
    )
  },
})
