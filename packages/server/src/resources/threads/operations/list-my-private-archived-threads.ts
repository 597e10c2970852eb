import { ChannelType, Permission, ThreadListObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { listArchivedOf } from '../../channels/index.ts'
import { ArchivedByIdQuery, ArchivedParams, channelWithThreads, pageOfThreads } from '../lists.ts'

/** List Joined Private Archived Threads: the newest first. */
export const listMyPrivateArchivedThreads = operation({
  id: 'list_my_private_archived_threads',
  method: 'GET',
  path: '/channels/:channel_id/users/@me/threads/archived/private',
  callers: ['bot', 'person'],
  params: ArchivedParams,
  query: ArchivedByIdQuery,
  responses: { 200: ThreadListObject },

  async run({ caller, params, query, work }) {
    const { channel } = await channelWithThreads(work, caller, params.channel_id, Permission.READ_MESSAGE_HISTORY)
    const type = ChannelType.PRIVATE_THREAD
    return pageOfThreads(work, caller, query.limit, (limit) =>
      listArchivedOf(work, channel.id, caller.userId, { type, before: query.before, limit }),
    )
  },
})
