import { ThreadList } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { ArchivedParams, ArchivedQuery, listArchived } from '../lists.ts'

/** Archived threads of a channel: own private. */
export const listMyPrivateArchivedThreads = operation({
  id: 'list_my_private_archived_threads',
  method: 'GET',
  path: '/channels/:channel_id/users/@me/threads/archived/private',
  callers: ['bot', 'person'],
  params: ArchivedParams,
  query: ArchivedQuery,
  answers: { 200: ThreadList },

  run: ({ caller, params, query, work }) => listArchived(work, caller, params.channel_id, 'own private', query),
})
