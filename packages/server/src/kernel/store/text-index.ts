import type { Snowflake } from '@guildhall/protocol'

/**
 * A text that is found by its words, and by marks that narrow a search down: who wrote it, what it holds. Words hold
 * letters and digits alone, a mark is `name_value` in ASCII, so no text can pass for a mark.
 */
export interface TextDocument {
  readonly id: Snowflake
  /** Id of the documents that are searched together, such as a guild. */
  readonly group: Snowflake
  /** Id of the place within the group, such as a channel, that decides who may find the document. */
  readonly place: Snowflake
  /** In the order of the text. */
  readonly words: readonly string[]
  readonly marks: readonly string[]
}

export interface TextSearch {
  readonly scope: TextScope
  /** Each one word, or several that follow each other, with one space between them. All must be in the text. */
  readonly phrases: readonly string[]
  /** At most this many other words stand between a phrase and the next, whichever of both comes first. */
  readonly gap: number
  /** Of each list at least one mark must be there. */
  readonly any: readonly (readonly string[])[]
  /** None of these marks may be there. */
  readonly none: readonly string[]
  /** Exclusive bounds of the id. */
  readonly after?: Snowflake | undefined
  readonly before?: Snowflake | undefined
}

/** A group: only some of its places, or all but some; and besides what bears one of the marks in `also`. */
export interface TextScope {
  readonly group: Snowflake
  readonly only?: readonly Snowflake[]
  readonly except?: readonly Snowflake[]
  readonly also: readonly string[]
}

export interface TextPage {
  readonly order: 'newest' | 'oldest'
  readonly limit: number
  readonly offset: number
  /** Highest total that is counted. */
  readonly totalMax: number
}

export interface TextsFound {
  /** By their order, which for snowflakes is the time. */
  readonly ids: readonly Snowflake[]
  readonly total: number
}

/**
 * Full text by the store's own means: FTS5 in SQLite, `tsvector` with a GIN index in PostgreSQL. Written and read in
 * the transaction of the session that it belongs to.
 */
export interface TextIndex {
  /** Adds documents, or puts them in place of those with the same id. */
  put(documents: readonly TextDocument[]): Promise<void>
  /** Ids that are not there are passed over. */
  remove(ids: readonly Snowflake[]): Promise<void>
  find(search: TextSearch, page: TextPage): Promise<TextsFound>
}

export const NOTHING_FOUND: TextsFound = { ids: [], total: 0 }

const PHRASE = /^[\p{L}\p{N}\p{M}]+( [\p{L}\p{N}\p{M}]+)*$/u
const MARK = /^[a-z0-9]+_[a-z0-9]+$/

/** Adapters write terms into their own query language: nothing else may get there. @throws Error for what is no term */
export function assertTerms(phrases: readonly string[], marks: readonly string[]): void {
  for (const phrase of phrases) if (!PHRASE.test(phrase)) throw new Error(`Not a phrase: ${phrase}`)
  for (const mark of marks) if (!MARK.test(mark)) throw new Error(`Not a mark: ${mark}`)
}

/** Can anything be found? A list of marks without any is never met, nor a scope without a place. */
export function mayFind({ any, scope }: TextSearch): boolean {
  return (scope.only?.length !== 0 || scope.also.length > 0) && any.every((marks) => marks.length > 0)
}

/** All that a search names, for checking it. */
export function assertSearch({ phrases, any, none, scope }: TextSearch): void {
  assertTerms(phrases, [...any.flat(), ...none, ...scope.also])
}
