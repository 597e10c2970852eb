import type { Snowflake } from '@guildhall/protocol'
import type { Channel } from '../../kernel/model.ts'

export interface ThreadWish {
  /** As `phrasesOf` makes them: all must be in the name. */
  readonly phrases: readonly string[]
  /** At most so many other words between a phrase and the next, whichever comes first. */
  readonly gap: number
  readonly tags: readonly Snowflake[]
  /** All of the tags, or any of them. */
  readonly all: boolean
}

/** Is this thread one of those that are wanted, by the words of its name and its tags? */
export function matchesThread(
  { applied_tags }: Pick<Channel, 'applied_tags'>,
  words: readonly string[],
  { phrases, gap, tags, all }: ThreadWish,
): boolean {
  if (tags.length > 0) {
    const has = (tag: Snowflake) => applied_tags.includes(tag)
    if (!(all ? tags.every(has) : tags.some(has))) return false
  }
  const places = phrases.map((phrase) => placesOf(phrase.split(' '), words))
  if (places.some((spans) => spans.length === 0)) return false
  return places.every((spans, index) => {
    const next = places[index + 1]
    return !next || spans.some((span) => next.some((other) => distance(span, other) <= gap))
  })
}

interface Span {
  start: number
  end: number
}

function placesOf(phrase: readonly string[], words: readonly string[]): Span[] {
  const spans: Span[] = []
  for (let start = 0; start + phrase.length <= words.length; start += 1) {
    if (phrase.every((word, index) => words[start + index] === word)) spans.push({ start, end: start + phrase.length })
  }
  return spans
}

/** Words between two places; of overlapping ones none. */
function distance(a: Span, b: Span): number {
  return Math.max(a.start - b.end, b.start - a.end, 0)
}

export interface ThreadOrder {
  /** Relevance goes by time: a name either has all the words or is not found. */
  readonly by: 'relevance' | 'creation_time' | 'last_message_time' | 'archive_time'
  readonly descending: boolean
}

/** Sorted by the time that is asked for; threads alike in it by their own. */
export function inOrder(threads: readonly Channel[], { by, descending }: ThreadOrder): Channel[] {
  const direction = descending || by === 'relevance' ? -1 : 1
  const compare = (a: bigint | number, b: bigint | number) => (a < b ? -1 : a > b ? 1 : 0)
  return [...threads].sort((a, b) => direction * (compare(timeOf(a, by), timeOf(b, by)) || compare(a.id, b.id)))
}

function timeOf(thread: Channel, by: ThreadOrder['by']): bigint | number {
  if (by === 'last_message_time') return thread.last_message_id ?? thread.id
  if (by === 'archive_time') return thread.thread_metadata?.archive_timestamp ?? 0
  return thread.id
}
