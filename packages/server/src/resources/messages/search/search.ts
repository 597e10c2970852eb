import { ApiError, type Snowflake } from '@guildhall/protocol'
import { memberChannelPermissions } from '../../../access/channel.ts'
import type { GuildAccess } from '../../../access/guild.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel } from '../../../kernel/model.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { TextPage, TextScope, TextSearch, TextsFound } from '../../../kernel/store/text-index.ts'
import type { Work } from '../../../kernel/work.ts'
import { listChannelsById } from '../../channels/index.ts'
import { listPrivateThreadsOfUser } from '../../threads/index.ts'
import type { Message } from '../message.ts'
import * as store from '../store.ts'
import { searchedText } from './documents.ts'
import { SEARCH_OFFSET_MAX, SEARCH_PAGE_MAX, type SearchRequest, textSearch } from './query.ts'
import { byRelevance } from './relevance.ts'
import { readableChannels, type Searcher, scopeOf } from './visible.ts'
import { wordsOf } from './words.ts'

/** As far as pages reach; counting on would cost time in proportion to what nobody can be shown. */
const TOTAL_MAX = SEARCH_OFFSET_MAX + SEARCH_PAGE_MAX
/** The newest so many are put in the order of relevance; older ones follow by their time. */
const RANKED_MAX = 250
/** Private threads of one searcher, the newest first. */
const PRIVATE_THREADS_MAX = 500

export interface Found {
  readonly total: number
  readonly messages: readonly Message[]
}

/**
 * Where this caller may search. 50013 without READ_MESSAGE_HISTORY in any channel of the guild, or in any of those asked
 * for. [END-39] [END-45]
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
  if (!reads) throw new ApiError('MISSING_PERMISSIONS', { reason: 'needs READ_MESSAGE_HISTORY where it searches' })
  return scopeOf(searcher, readable, query.include_nsfw ?? false)
}

/** The channels asked for; of threads, which may be closed, their parents. */
async function parentIds(work: Work, view: GuildView, ids: readonly Snowflake[]): Promise<Snowflake[]> {
  const unknown = ids.filter((id) => !view.channels.has(id))
  const closed = unknown.length === 0 ? new Map() : await listChannelsById(work, unknown)
  return ids.flatMap((id) => {
    const channel: Channel | undefined = view.channels.get(id) ?? closed.get(id)
    if (channel?.guild_id !== view.id) return []
    return channel.thread_metadata && channel.parent_id !== null ? [channel.parent_id] : [id]
  })
}

/** What is found, the page that is asked for. [END-36] [END-44] */
export async function search(session: StoreSession, query: SearchRequest, scope: TextScope): Promise<Found> {
  const wanted = textSearch(query, scope)
  if (!wanted) return { total: 0, messages: [] }
  const ranked = query.sort_by === 'relevance' && wanted.phrases.length > 0
  const order = query.sort_by !== 'relevance' && query.sort_order === 'asc' ? 'oldest' : 'newest'
  const page = { order, limit: query.limit ?? SEARCH_PAGE_MAX, offset: query.offset ?? 0, totalMax: TOTAL_MAX } as const
  const { ids, total } = await (ranked ? mostRelevant(session, wanted, page) : session.texts.find(wanted, page))
  const messages = new Map((await store.listByIds(session, ids)).map((message) => [message.id, message]))
  return { total, messages: ids.flatMap((id) => messages.get(id) ?? []) }
}

/** The newest by their relevance, and what is older by its time. */
async function mostRelevant(session: StoreSession, wanted: TextSearch, page: TextPage): Promise<TextsFound> {
  const { limit, offset } = page
  if (offset >= RANKED_MAX) return session.texts.find(wanted, page)
  const newest = await session.texts.find(wanted, { ...page, limit: RANKED_MAX, offset: 0 })
  const ids = (await ranked(session, wanted, newest.ids)).slice(offset, offset + limit)
  const left = limit - ids.length
  if (left === 0 || newest.ids.length < RANKED_MAX) return { ids, total: newest.total }
  const older = await session.texts.find(wanted, { ...page, limit: left, offset: RANKED_MAX })
  return { ids: [...ids, ...older.ids], total: newest.total }
}

async function ranked(session: StoreSession, wanted: TextSearch, ids: readonly Snowflake[]): Promise<Snowflake[]> {
  if (ids.length < 2) return [...ids]
  const texts = await store.textsByIds(session, ids)
  const words = wanted.phrases.flatMap((phrase) => phrase.split(' '))
  return byRelevance(
    ids.map((id) => {
      const text = texts.get(id)
      return { of: id, words: text ? wordsOf(searchedText(text)) : [] }
    }),
    words,
  )
}
