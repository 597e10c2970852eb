import { Permission, ThreadListObject } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { listArchived } from '../../channels/index.ts'
import { ArchivedParams, ArchivedQuery, channelWithThreads, PUBLIC_TYPES, pageOfThreads } from '../lists.ts'

/** List Public Archived Threads: the last archived first. */
export const listPublicArchivedThreads = operation({
  id: 'list_public_archived_threads',
  method: 'GET',
  path: '/channels/:channel_id/threads/archived/public',
  callers: ['bot', 'person'],
  params: ArchivedParams,
  query: ArchivedQuery,
  responses: { 200: ThreadListObject },

  async run({ caller, params, query, work }) {
    const { channel } = await channelWithThreads(work, caller, params.channel_id, Permission.READ_MESSAGE_HISTORY)
    return pageOfThreads(work, caller, query.limit, (limit) =>
      listArchived(work, channel.id, { types: PUBLIC_TYPES, before: query.before, limit }),
    )
  },
})
