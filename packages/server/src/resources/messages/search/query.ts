import type { Snowflake } from '@guildhall/protocol'
import type { TextScope, TextSearch } from '../../../kernel/store/text-index.ts'
import { Distinct, Int, OneOf, Optional, SnowflakeId, type Static, Text, Type } from '../../../validation/schema.ts'
import { mark, type Thing } from './marks.ts'
import { phrasesOf } from './words.ts'

export const SEARCH_PAGE_MAX = 25
export const SEARCH_OFFSET_MAX = 9975
const GAP_DEFAULT = 2
const THINGS = ['link', 'embed', 'file', 'image', 'video', 'sound', 'sticker', 'poll', 'snapshot'] as const
const NOT_THINGS = ['-link', '-embed', '-file', '-image', '-video', '-sound', '-sticker', '-poll', '-snapshot'] as const

const Ids = Optional(Distinct(SnowflakeId, 0, 100))
const Names = (max: number) => Optional(Distinct(Text(0, max), 0, 100))

/** Everything that a search of messages may be narrowed down by. [END-37] [END-38] [END-39] [END-40] [END-41] [END-42] [END-43] */
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
  has: Optional(Distinct(OneOf(...THINGS, ...NOT_THINGS), 0, 18)),
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

/** Null where the words that are asked for hold no letter or digit: nothing is found by those. */
export function textSearch(query: SearchRequest, scope: TextScope): TextSearch | null {
  const gap = query.slop ?? GAP_DEFAULT
  const phrases = phrasesOf(query.content ?? '', gap)
  if (phrases.length === 0 && (query.content ?? '').trim() !== '') return null
  const filter = new Filter()
  filter.oneOf(query.channel_id, mark.channel)
  filter.oneOf(query.author_id, mark.author)
  filter.oneOf(query.mentions, mark.mentions)
  filter.oneOf(query.mentions_role_id, mark.mentionsRole)
  filter.oneOf(query.replied_to_user_id, mark.repliedUser)
  filter.oneOf(query.replied_to_message_id, mark.repliedMessage)
  filter.oneOf(query.link_hostname, mark.linkHostname)
  filter.oneOf(query.embed_provider, mark.embedProvider)
  filter.oneOf(query.embed_type, mark.embedType)
  filter.oneOf(query.attachment_extension, mark.extension)
  filter.oneOf(query.attachment_filename, mark.filename)
  filter.oneOf(wanted(query.author_type), mark.authorType)
  for (const type of unwanted(query.author_type)) filter.none.push(mark.authorType(type))
  for (const thing of wanted(query.has)) filter.any.push([mark.has(thing as Thing)])
  for (const thing of unwanted(query.has)) filter.none.push(mark.has(thing as Thing))
  filter.is(query.mention_everyone, mark.mentionsEveryone)
  filter.is(query.pinned, mark.pinned)
  return { phrases, gap, scope, any: filter.any, none: filter.none, after: query.min_id, before: query.max_id }
}

const wanted = (types: readonly string[] = []) => types.filter((type) => !type.startsWith('-'))
const unwanted = (types: readonly string[] = []) =>
  types.filter((type) => type.startsWith('-')).map((type) => type.slice(1))

class Filter {
  readonly any: string[][] = []
  readonly none: string[] = []

  /** Any of the values; no values ask for nothing. */
  oneOf<T extends Snowflake | string>(values: readonly T[] | undefined, markOf: (value: T) => string): void {
    if (values?.length) this.any.push([...new Set(values.map(markOf))])
  }

  is(wanted: boolean | undefined, marked: string): void {
    if (wanted === true) this.any.push([marked])
    if (wanted === false) this.none.push(marked)
  }
}
