import type { Snowflake } from '@guildhall/protocol'
import type { StoreValue } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import {
  assertSearch,
  assertTerms,
  mayFind,
  NOTHING_FOUND,
  type TextDocument,
  type TextIndex,
  type TextPage,
  type TextScope,
  type TextSearch,
  type TextsFound,
} from '../../kernel/store/text-index.ts'

const IDS_MAX = 500
const ID_MAX = 2n ** 63n - 1n
/** Matches that are walked before the search switches to looking up the location of each. */
const WALKED_PER_COUNTED = 1.5

/**
 * Full text by FTS5. Words and marks share one column, because narrowing by column costs time at each row. The table
 * holds the index only, not the texts. Ids are row ids, so the newest come first without sorting.
 * The location of a text is a mark in the index, and a row in a second table. For a rare word, looking up the few
 * texts that hold it is many times cheaper than walking the long list of a large channel as well. If most of these
 * texts are elsewhere, the opposite holds.
 */
export class SqliteTextIndex implements TextIndex {
  readonly #session: Pick<StoreSession, 'raw'>

  constructor(session: Pick<StoreSession, 'raw'>) {
    this.#session = session
  }

  async put(documents: readonly TextDocument[]): Promise<void> {
    for (const { id, group, place, words, marks } of documents) {
      assertTerms(words, marks)
      const text = [...words, ...marks, groupMark(group), placeMark(place)].join(' ')
      await this.#session.raw('INSERT OR REPLACE INTO text_index (rowid, document) VALUES (?, ?)', [id, text])
      const row = [id, group, place]
      await this.#session.raw('INSERT OR REPLACE INTO text_places (id, group_id, place_id) VALUES (?, ?, ?)', row)
    }
  }

  async remove(ids: readonly Snowflake[]): Promise<void> {
    for (let start = 0; start < ids.length; start += IDS_MAX) {
      const part = ids.slice(start, start + IDS_MAX)
      const slots = part.map(() => '?').join()
      await this.#session.raw(`DELETE FROM text_index WHERE rowid IN (${slots})`, part)
      await this.#session.raw(`DELETE FROM text_places WHERE id IN (${slots})`, part)
    }
  }

  async find(search: TextSearch, page: TextPage): Promise<TextsFound> {
    assertSearch(search)
    if (!mayFind(search)) return NOTHING_FOUND
    const terms = termsOf(search)
    if (terms.length > 0) {
      const walkedMax = Math.ceil(WALKED_PER_COUNTED * page.totalMax)
      const { walked, ...found } = await this.#page(lookedUp(search, terms, page, walkedMax), page)
      if (walked < walkedMax || found.total === page.totalMax) return found
    }
    const { ids, total } = await this.#page(matched(search, terms, page), page)
    return { ids, total }
  }

  /** One statement, so that the page and its total come from one walk. It always returns one row. */
  async #page({ sql, values }: Part, { limit, offset }: TextPage): Promise<TextsFound & { walked: number }> {
    const [row] = await this.#session.raw<{ ids: string | null; total: number; walked: number }>(
      `${sql} SELECT (SELECT group_concat(id) FROM (SELECT id FROM found LIMIT ? OFFSET ?)) AS ids,
         (SELECT count(*) FROM found) AS total, (SELECT count(*) FROM walked) AS walked`,
      [...values, limit, offset],
    )
    const { ids = null, total = 0, walked = 0 } = row ?? {}
    return { ids: ids === null ? [] : ids.split(',').map(BigInt), total, walked }
  }
}

interface Part {
  sql: string
  values: StoreValue[]
}

/** Selects the newest matches anywhere, and of those the ones inside the scope. */
function lookedUp(search: TextSearch, terms: readonly string[], page: TextPage, walkedMax: number): Part {
  const { scope } = search
  const query = queryOf(terms, search.none)
  const walked = walk(query, search, page, walkedMax)
  const values = [...walked.values, scope.group]
  const places = scope.only ?? scope.except
  const among = scope.only ? 'IN' : 'NOT IN'
  let within = places ? `place_id ${among} (SELECT value FROM json_each(?))` : 'true'
  if (places) values.push(`[${places.join()}]`)
  if (scope.also.length > 0) {
    within = `(${within} OR walked.id IN (SELECT rowid FROM text_index WHERE text_index MATCH ?))`
    values.push(`${query} AND ${anyOf(scope.also)}`)
  }
  // Rows of a materialised table keep their insertion order, and CROSS JOIN preserves it.
  const sql = `WITH walked AS MATERIALIZED (${walked.sql}), found AS MATERIALIZED (
    SELECT walked.id FROM walked CROSS JOIN text_places ON text_places.id = walked.id
    WHERE group_id = ? AND ${within} LIMIT ?)`
  return { sql, values: [...values, page.totalMax] }
}

/** Selects matches that also bear the mark of their location. */
function matched(search: TextSearch, terms: readonly string[], page: TextPage): Part {
  const { sql, values } = walk(queryOf([...terms, scopeOf(search.scope)], search.none), search, page, page.totalMax)
  return { sql: `WITH found AS MATERIALIZED (${sql}), walked AS (SELECT 0 WHERE false)`, values }
}

function walk(query: string, { after, before }: TextSearch, { order }: TextPage, max: number): Part {
  const sql = `SELECT rowid AS id FROM text_index WHERE text_index MATCH ? AND rowid > ? AND rowid < ?
    ORDER BY rowid ${order === 'newest' ? 'DESC' : 'ASC'} LIMIT ?`
  return { sql, values: [query, after ?? -1n, before ?? ID_MAX, max] }
}

/**
 * Writes the words of a query in FTS5's language. NEAR counts the tokens between two phrases, whichever comes first.
 */
function termsOf({ phrases, gap, any }: TextSearch): string[] {
  const terms = phrases.map(quoted)
  for (let index = 1; index < phrases.length; index += 1) {
    const [first = '', second = ''] = phrases.slice(index - 1, index + 1)
    // A repeated phrase would match in one place.
    if (first !== second) terms.push(`NEAR(${quoted(first)} ${quoted(second)}, ${gap})`)
  }
  return [...terms, ...any.map(anyOf)]
}

function queryOf(terms: readonly string[], none: readonly string[]): string {
  const wanted = `(${terms.join(' AND ')})`
  return none.length === 0 ? wanted : `(${wanted} NOT ${anyOf(none)})`
}

function scopeOf({ group, only, except = [], also }: TextScope): string {
  const whole = quoted(groupMark(group))
  const places = (only ?? except).map(placeMark)
  const open = only ? places.map(quoted) : [except.length > 0 ? `(${whole} NOT ${anyOf(places)})` : whole]
  return `(${[...open, ...also.map(quoted)].join(' OR ')})`
}

const quoted = (term: string) => `"${term}"`
const anyOf = (marks: readonly string[]) => `(${marks.map(quoted).join(' OR ')})`
const groupMark = (group: Snowflake) => `group_${group}`
const placeMark = (place: Snowflake) => `place_${place}`
