import type { Snowflake } from '@guildhall/protocol'
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

/**
 * FTS5. Words and marks share one column, since narrowing by column costs at each row; the table keeps the index alone,
 * not the texts. Ids are row ids, so the newest come first without sorting.
 */
export class SqliteTextIndex implements TextIndex {
  readonly #session: Pick<StoreSession, 'raw'>

  constructor(session: Pick<StoreSession, 'raw'>) {
    this.#session = session
  }

  async put(documents: readonly TextDocument[]): Promise<void> {
    for (const { id, words, marks } of documents) {
      assertTerms(words, marks)
      const text = `${words.join(' ')} ${marks.join(' ')}`
      await this.#session.raw('INSERT OR REPLACE INTO text_index (rowid, document) VALUES (?, ?)', [id, text])
    }
  }

  async remove(ids: readonly Snowflake[]): Promise<void> {
    for (let start = 0; start < ids.length; start += IDS_MAX) {
      const part = ids.slice(start, start + IDS_MAX)
      await this.#session.raw(`DELETE FROM text_index WHERE rowid IN (${part.map(() => '?').join()})`, part)
    }
  }

  async find(search: TextSearch, { order, limit, offset, totalMax }: TextPage): Promise<TextsFound> {
    if (!mayFind(search)) return NOTHING_FOUND
    const direction = order === 'newest' ? 'DESC' : 'ASC'
    // One walk for both: what takes long is to find the matches, not to hand them on.
    const rows = await this.#session.raw<{ id: bigint | number; total: number }>(
      `WITH found AS MATERIALIZED (
         SELECT rowid AS id FROM text_index WHERE text_index MATCH ? AND rowid > ? AND rowid < ?
         ORDER BY rowid ${direction} LIMIT ?
       ) SELECT id, (SELECT count(*) FROM found) AS total FROM found LIMIT ? OFFSET ?`,
      [queryOf(search), search.after ?? -1n, search.before ?? ID_MAX, totalMax, limit, offset],
    )
    if (rows.length === 0 && offset > 0) {
      return { ids: [], total: (await this.find(search, { order, limit: 1, offset: 0, totalMax })).total }
    }
    return { ids: rows.map((row) => BigInt(row.id)), total: rows[0]?.total ?? 0 }
  }
}

const ID_MAX = 2n ** 63n - 1n

/** In FTS5's own language. NEAR counts the tokens between two phrases, in whichever order they stand. */
function queryOf(search: TextSearch): string {
  assertSearch(search)
  const { phrases, gap, any, none } = search
  const needed = phrases.map(quoted)
  for (let index = 1; index < phrases.length; index += 1) {
    const [first = '', second = ''] = phrases.slice(index - 1, index + 1)
    // Twice the same would be found in one place.
    if (first !== second) needed.push(`NEAR(${quoted(first)} ${quoted(second)}, ${gap})`)
  }
  for (const group of any) needed.push(anyOf(group))
  needed.push(scopeOf(search.scope))
  const wanted = `(${needed.join(' AND ')})`
  return none.length === 0 ? wanted : `${wanted} NOT ${anyOf(none)}`
}

function scopeOf({ of, except, also }: TextScope): string {
  const open = except.length === 0 || of.length === 0 ? of.map(quoted) : [`(${anyOf(of)} NOT ${anyOf(except)})`]
  return `(${[...open, ...also.map(quoted)].join(' OR ')})`
}

const quoted = (term: string) => `"${term}"`
const anyOf = (marks: readonly string[]) => `(${marks.map(quoted).join(' OR ')})`
