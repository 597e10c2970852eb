import {
  ChannelType,
  has,
  MessageObject,
  Permission,
  type Snowflake,
  ThreadMemberObject,
  ThreadObject,
} from '@guildhall/protocol'
import { threadParentForCaller } from '../../../../access/thread.ts'
import type { AttachmentSigner } from '../../../../kernel/attachment-urls.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Channel } from '../../../../kernel/model.ts'
import { operation } from '../../../../kernel/operation.ts'
import type { Work } from '../../../../kernel/work.ts'
import { Distinct, Int, OneOf, Optional, SnowflakeId, Text, Type } from '../../../../validation/schema.ts'
import { withLastMessages } from '../../../guild/channels/store.ts'
import { findMessage, hydrateMessages, phrasesOf, presentMessageForCaller, wordsOf } from '../../messages/index.ts'
import { listForCaller } from '../actions/list.ts'
import { matchesThread, sortThreads } from '../search.ts'
import { listMembershipsOfUser, listThreadsOf } from '../store.ts'

const PAGE_MAX = 25
const GAP_DEFAULT = 2

/** Search Threads of one channel by name and tags, each with its first message. [END-44] */
export const threadSearch = operation({
  id: 'thread_search',
  method: 'GET',
  path: '/channels/:channel_id/threads/search',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  query: Type.Object({
    name: Optional(Text(0, 100)),
    slop: Optional(Int(0, 100)),
    min_id: Optional(SnowflakeId),
    max_id: Optional(SnowflakeId),
    tag: Optional(Distinct(SnowflakeId, 0, 20)),
    tag_setting: Optional(OneOf('match_all', 'match_some')),
    archived: Optional(Type.Boolean()),
    sort_by: Optional(OneOf('relevance', 'creation_time', 'last_message_time', 'archive_time')),
    sort_order: Optional(OneOf('asc', 'desc')),
    limit: Optional(Int(1, PAGE_MAX)),
    offset: Optional(Int(0, 9975)),
  }),
  responses: {
    200: Type.Object({
      threads: Type.Array(ThreadObject),
      members: Type.Array(ThreadMemberObject),
      has_more: Type.Boolean(),
      first_messages: Type.Array(MessageObject),
      total_results: Type.Integer(),
    }),
  },

  async run({ caller, params, query, work, platform }) {
    const access = await threadParentForCaller(work, caller, params.channel_id, Permission.READ_MESSAGE_HISTORY)
    const gap = query.slop ?? GAP_DEFAULT
    const name = query.name?.trim() ?? ''
    const criteria = {
      phrases: phrasesOf(name, gap),
      gap,
      tags: query.tag ?? [],
      all: query.tag_setting === 'match_all',
    }
    const window = { archived: query.archived, after: query.min_id, before: query.max_id }
    const threads = await visibleThreads(work, caller, access.permissions, access.channel.id, window)
    // A name of punctuation alone has no words, and matches no thread.
    const found =
      name !== '' && criteria.phrases.length === 0
        ? []
        : threads.filter((thread) => matchesThread(thread, wordsOf(thread.name ?? ''), criteria))
    const dated = query.sort_by === undefined || query.sort_by === 'last_message_time'
    const sorted = sortThreads(dated ? await withLastMessages(work, found) : found, {
      by: query.sort_by ?? 'last_message_time',
      descending: query.sort_order !== 'asc',
    })
    const start = query.offset ?? 0
    const end = start + (query.limit ?? PAGE_MAX)
    const page = await withLastMessages(work, sorted.slice(start, end))
    return {
      ...(await listForCaller(work, caller, page)),
      first_messages: await firstMessages(work, caller, page, platform.attachmentUrls),
      has_more: sorted.length > end,
      total_results: sorted.length,
    }
  },
})

/** Returns the threads that the caller can view: private ones as a member, or with MANAGE_THREADS. */
async function visibleThreads(
  work: Work,
  caller: Caller,
  permissions: bigint,
  channelId: Snowflake,
  window: Parameters<typeof listThreadsOf>[2],
): Promise<Channel[]> {
  const threads = await listThreadsOf(work, channelId, window)
  if (has(permissions, Permission.MANAGE_THREADS)) return threads
  const privateIds = threads.filter((thread) => thread.type === ChannelType.PRIVATE_THREAD).map((thread) => thread.id)
  const own = await listMembershipsOfUser(work, caller.userId, privateIds)
  return threads.filter((thread) => thread.type !== ChannelType.PRIVATE_THREAD || own.has(thread.id))
}

/** Returns the first messages of threads. A forum post contains its own; the parent contains that of a thread. */
async function firstMessages(work: Work, caller: Caller, threads: readonly Channel[], urls: AttachmentSigner) {
  const messages = await Promise.all(
    threads.map(
      async ({ id, parent_id }) => (await findMessage(work, id, id)) ?? (parent_id && findMessage(work, parent_id, id)),
    ),
  )
  const shown = await hydrateMessages(
    work,
    messages.flatMap((message) => message || []),
    caller.userId,
  )
  return shown.map((message) => presentMessageForCaller(caller, message, urls))
}
