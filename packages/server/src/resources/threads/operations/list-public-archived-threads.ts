import { ThreadList } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { ArchivedParams, ArchivedQuery, listArchived } from '../lists.ts'

/** Archived threads of a channel: public. */
export const listPublicArchivedThreads = operation({
  id: 'list_public_archived_threads',
  method: 'GET',
  path: '/channels/:channel_id/threads/archived/public',
  callers: ['bot', 'person'],
  params: ArchivedParams,
  query: ArchivedQuery,
  answers: { 200: ThreadList },

  run: ({ caller, params, query, work }) => listArchived(work, caller, params.channel_id, 'public', query),
})
