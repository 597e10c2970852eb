import { demand, type Snowflake } from '@guildhall/protocol'
import { memberChannelPermissions } from '../../../../../access/channel.ts'
import type { GuildAccess } from '../../../../../access/guild.ts'
import type { GuildView } from '../../../../../kernel/guild-view.ts'
import type { Channel } from '../../../../../kernel/model.ts'
import type { StoreSession } from '../../../../../kernel/store/store.ts'
import type { TextPage, TextScope, TextSearch, TextsFound } from '../../../../../kernel/store/text-index.ts'
import type { Work } from '../../../../../kernel/work.ts'
import { listChannelsById } from '../../../../guild/channels/index.ts'
import { listPrivateThreadsOfUser } from '../../../threads/index.ts'
import type { StoredMessage } from '../../model.ts'
import { listMessagesById, listTextsById } from '../../store.ts'
import { searchableText } from '../documents.ts'
import { byRelevance } from '../relevance.ts'
import { SEARCH_OFFSET_MAX, SEARCH_PAGE_MAX, type SearchRequest } from '../requests.ts'
import { maySearch, readableChannels, type Searcher, scopeOf } from '../scope-rules.ts'
import { textSearch } from '../text-search.ts'
import { wordsOf } from '../words.ts'

/** The last result that a page can reach. Counting further would take time for results that cannot be requested. */
const TOTAL_MAX = SEARCH_OFFSET_MAX + SEARCH_PAGE_MAX
/** Newest results that are sorted by relevance. Older ones follow by time. */
const RANKED_MAX = 250
/** Private threads that are searched for one member, newest first. */
const PRIVATE_THREADS_MAX = 500

/** Result of a search: one page, and the number of all results. */
export interface Found {
  readonly total: number
  readonly messages: readonly StoredMessage[]
}

/**
 * Returns the scope in which the caller may search. [END-39] [END-45]
 *
 * @throws MISSING_PERMISSIONS (50013) without READ_MESSAGE_HISTORY in any channel of the guild, or in any of the
 *   requested
 */
export async function searchScope(
  work: Work,
  { view, member }: GuildAccess,
  query: Pick<SearchRequest, 'channel_id' | 'include_nsfw'>,
): Promise<TextScope> {
  const searcher: Searcher = {
    guildId: view.id,
    channels: view.channels.values(),
    permissionsIn: (channel) => memberChannelPermissions(view, channel, member, work.now),
    privateThreads: await listPrivateThreadsOfUser(work, view.id, member.user_id, PRIVATE_THREADS_MAX),
  }
  const readable = readableChannels(searcher)
  const ids = new Set(readable.channels.map(({ channel }) => channel.id))
  const wanted = query.channel_id ?? []
  const reads = wanted.length === 0 ? ids.size > 0 : (await parentIds(work, view, wanted)).some((id) => ids.has(id))
  demand(maySearch(reads))
  return scopeOf(searcher, readable, query.include_nsfw ?? false)
}

/** Returns the requested channels. Threads, also archived ones, are replaced by their parents. */
async function parentIds(work: Work, view: GuildView, ids: readonly Snowflake[]): Promise<Snowflake[]> {
  const uncached = ids.filter((id) => !view.channels.has(id))
  const archived = uncached.length === 0 ? new Map() : await listChannelsById(work, uncached)
  return ids.flatMap((id) => {
    const channel: Channel | undefined = view.channels.get(id) ?? archived.get(id)
    if (channel?.guild_id !== view.id) return []
    return channel.thread_metadata && channel.parent_id !== null ? [channel.parent_id] : [id]
  })
}

/** Returns the requested page of results. [END-36] [END-44] */
export async function searchMessages(session: StoreSession, query: SearchRequest, scope: TextScope): Promise<Found> {
  const search = textSearch(query, scope)
  if (!search) return { total: 0, messages: [] }
  const byScore = query.sort_by === 'relevance' && search.phrases.length > 0
  const order = query.sort_by !== 'relevance' && query.sort_order === 'asc' ? 'oldest' : 'newest'
  const page = { order, limit: query.limit ?? SEARCH_PAGE_MAX, offset: query.offset ?? 0, totalMax: TOTAL_MAX } as const
  const { ids, total } = await (byScore ? findByRelevance(session, search, page) : session.texts.find(search, page))
  const messages = new Map((await listMessagesById(session, ids)).map((message) => [message.id, message]))
  return { total, messages: ids.flatMap((id) => messages.get(id) ?? []) }
}

/** Finds the newest results sorted by relevance, and older ones by time. */
async function findByRelevance(session: StoreSession, search: TextSearch, page: TextPage): Promise<TextsFound> {
  const { limit, offset } = page
  if (offset >= RANKED_MAX) return session.texts.find(search, page)
  const newest = await session.texts.find(search, { ...page, limit: RANKED_MAX, offset: 0 })
  const ids = (await sortByRelevance(session, search, newest.ids)).slice(offset, offset + limit)
  const left = limit - ids.length
  if (left === 0 || newest.ids.length < RANKED_MAX) return { ids, total: newest.total }
  const older = await session.texts.find(search, { ...page, limit: left, offset: RANKED_MAX })
  return { ids: [...ids, ...older.ids], total: newest.total }
}

async function sortByRelevance(
  session: StoreSession,
  search: TextSearch,
  ids: readonly Snowflake[],
): Promise<Snowflake[]> {
  if (ids.length < 2) return [...ids]
  const texts = await listTextsById(session, ids)
  const words = search.phrases.flatMap((phrase) => phrase.split(' '))
  return byRelevance(
    ids.map((id) => {
      const text = texts.get(id)
      return { of: id, words: text ? wordsOf(searchableText(text)) : [] }
    }),
    words,
  )
}
