import type { Snowflake } from '@guildhall/protocol'
import type { TextScope, TextSearch } from '../../../../kernel/store/text-index.ts'
import { type ContentKind, mark } from './marks.ts'
import type { SearchRequest } from './requests.ts'
import { phrasesOf } from './words.ts'

/** Words that may stand between the words of a query, unless it says otherwise. */
const GAP_DEFAULT = 2

/** Returns the search of the text index, or null when `content` has no letter or digit and so finds nothing. */
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
  filter.oneOf(included(query.author_type), mark.authorType)
  for (const type of negated(query.author_type)) filter.none.push(mark.authorType(type))
  for (const kind of included(query.has)) filter.any.push([mark.has(kind as ContentKind)])
  for (const kind of negated(query.has)) filter.none.push(mark.has(kind as ContentKind))
  filter.is(query.mention_everyone, mark.mentionsEveryone)
  filter.is(query.pinned, mark.pinned)
  return { phrases, gap, scope, any: filter.any, none: filter.none, after: query.min_id, before: query.max_id }
}

const included = (types: readonly string[] = []) => types.filter((type) => !type.startsWith('-'))
const negated = (types: readonly string[] = []) =>
  types.filter((type) => type.startsWith('-')).map((type) => type.slice(1))

class Filter {
  readonly any: string[][] = []
  readonly none: string[] = []

  /** Requires one of the values. No values require nothing. */
  oneOf<T extends Snowflake | string>(values: readonly T[] | undefined, markOf: (value: T) => string): void {
    if (values?.length) this.any.push([...new Set(values.map(markOf))])
  }

  /** Requires or excludes a mark. Undefined does neither. */
  is(required: boolean | undefined, marked: string): void {
    if (required === true) this.any.push([marked])
    if (required === false) this.none.push(marked)
  }
}
