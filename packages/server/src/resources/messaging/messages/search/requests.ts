import { MessageObject, ThreadMemberObject, ThreadObject } from '@guildhall/protocol'
import { Distinct, Int, OneOf, Optional, SnowflakeId, type Static, Text, Type } from '../../../../validation/schema.ts'

export const SEARCH_PAGE_MAX = 25
export const SEARCH_OFFSET_MAX = 9975
const KINDS = ['link', 'embed', 'file', 'image', 'video', 'sound', 'sticker', 'poll', 'snapshot'] as const
const NEGATED_KINDS = [
  '-link',
  '-embed',
  '-file',
  '-image',
  '-video',
  '-sound',
  '-sticker',
  '-poll',
  '-snapshot',
] as const

const Ids = Optional(Distinct(SnowflakeId, 0, 100))
const Names = (max: number) => Optional(Distinct(Text(0, max), 0, 100))

/**
 * Filters of Search Guild Messages.
 * [END-37] [END-38] [END-39] [END-40] [END-41] [END-42] [END-43]
 */
export const SearchQuery = Type.Object({
  sort_by: Optional(OneOf('relevance', 'timestamp')),
  sort_order: Optional(OneOf('asc', 'desc')),
  content: Optional(Text(0, 1024)),
  slop: Optional(Int(0, 100)),
  author_id: Ids,
  author_type: Optional(Distinct(OneOf('user', 'bot', 'webhook', '-user', '-bot', '-webhook'), 0, 6)),
  mentions: Ids,
  mentions_role_id: Ids,
  mention_everyone: Optional(Type.Boolean()),
  replied_to_user_id: Ids,
  replied_to_message_id: Ids,
  min_id: Optional(SnowflakeId),
  max_id: Optional(SnowflakeId),
  limit: Optional(Int(1, SEARCH_PAGE_MAX)),
  offset: Optional(Int(0, SEARCH_OFFSET_MAX)),
  has: Optional(Distinct(OneOf(...KINDS, ...NEGATED_KINDS), 0, 18)),
  link_hostname: Names(256),
  embed_provider: Names(256),
  embed_type: Optional(Distinct(OneOf('image', 'video', 'gif', 'sound', 'article'), 0, 5)),
  attachment_extension: Names(256),
  attachment_filename: Names(1024),
  pinned: Optional(Type.Boolean()),
  include_nsfw: Optional(Type.Boolean()),
  channel_id: Optional(Distinct(SnowflakeId, 0, 500)),
})
export type SearchRequest = Static<typeof SearchQuery>

const FoundMessage = Type.Object({ ...MessageObject.properties, hit: Optional(Type.Boolean()) })

/** Response of Search Guild Messages. */
export const SearchResult = Type.Object({
  doing_deep_historical_index: Type.Boolean(),
  total_results: Type.Integer(),
  messages: Type.Array(Type.Array(FoundMessage)),
  threads: Optional(Type.Array(ThreadObject)),
  members: Optional(Type.Array(ThreadMemberObject)),
})
export type SearchResult = Static<typeof SearchResult>
