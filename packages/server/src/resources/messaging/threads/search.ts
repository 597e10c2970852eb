import type { Snowflake } from '@guildhall/protocol'
import type { Channel } from '../../../kernel/model.ts'

/** Criteria of a search for threads. */
export interface ThreadCriteria {
  /** Phrases of `phrasesOf`; the name must contain all of them. */
  readonly phrases: readonly string[]
  /** Maximum of other words between a phrase and the next, in either order. */
  readonly gap: number
  readonly tags: readonly Snowflake[]
  /** Whether a thread must have all of the tags, or any of them. */
  readonly all: boolean
}

/** Returns whether a thread matches by the words of its name and its tags. */
export function matchesThread(
  { applied_tags }: Pick<Channel, 'applied_tags'>,
  words: readonly string[],
  { phrases, gap, tags, all }: ThreadCriteria,
): boolean {
  if (tags.length > 0) {
    const has = (tag: Snowflake) => applied_tags.includes(tag)
    if (!(all ? tags.every(has) : tags.some(has))) return false
  }
  const found = phrases.map((phrase) => spansOf(phrase.split(' '), words))
  if (found.some((spans) => spans.length === 0)) return false
  return found.every((spans, index) => {
    const next = found[index + 1]
    return !next || spans.some((span) => next.some((other) => distance(span, other) <= gap))
  })
}

interface Span {
  start: number
  end: number
}

function spansOf(phrase: readonly string[], words: readonly string[]): Span[] {
  const spans: Span[] = []
  for (let start = 0; start + phrase.length <= words.length; start += 1) {
    if (phrase.every((word, index) => words[start + index] === word)) spans.push({ start, end: start + phrase.length })
  }
  return spans
}

/** Returns the number of words between two spans; 0 for overlapping ones. */
function distance(a: Span, b: Span): number {
  return Math.max(a.start - b.end, b.start - a.end, 0)
}

/** Order of found threads. */
export interface ThreadOrder {
  /** `relevance` orders by creation time, because a name either has all the words or does not match. */
  readonly by: 'relevance' | 'creation_time' | 'last_message_time' | 'archive_time'
  readonly descending: boolean
}

/** Returns threads sorted by a time, and by id where that time is equal. */
export function sortThreads(threads: readonly Channel[], { by, descending }: ThreadOrder): Channel[] {
  const direction = descending || by === 'relevance' ? -1 : 1
  const compare = (a: bigint | number, b: bigint | number) => (a < b ? -1 : a > b ? 1 : 0)
  return [...threads].sort((a, b) => direction * (compare(timeOf(a, by), timeOf(b, by)) || compare(a.id, b.id)))
}

function timeOf(thread: Channel, by: ThreadOrder['by']): bigint | number {
  if (by === 'last_message_time') return thread.last_message_id ?? thread.id
  if (by === 'archive_time') return thread.thread_metadata?.archive_timestamp ?? 0
  return thread.id
}
