import { ChannelType, Permission, ThreadListObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { listArchived } from '../../channels/index.ts'
import { ArchivedParams, ArchivedQuery, channelWithThreads, pageOfThreads } from '../lists.ts'

/** List Private Archived Threads: for moderators, the last archived first. */
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
    const { channel } = await channelWithThreads(work, caller, params.channel_id, needed)
    const types = [ChannelType.PRIVATE_THREAD]
    return pageOfThreads(work, caller, query.limit, (limit) =>
      listArchived(work, channel.id, { types, before: query.before, limit }),
    )
  },
})
