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

/** Three values each, and a statement takes 65,535. */
const DOCUMENTS_MAX = 500

/**
 * A `tsvector` of words and marks under a GIN index says which texts hold them. How near they stand, which that index
 * does not know, is then looked up in the words themselves.
 */
export class PostgresTextIndex implements TextIndex {
  readonly #session: Pick<StoreSession, 'raw'>

  constructor(session: Pick<StoreSession, 'raw'>) {
    this.#session = session
  }

  async put(documents: readonly TextDocument[]): Promise<void> {
    const last = new Map(documents.map((document) => [document.id, document]))
    const distinct = [...last.values()]
    for (let start = 0; start < distinct.length; start += DOCUMENTS_MAX) {
      await this.#putSome(distinct.slice(start, start + DOCUMENTS_MAX))
    }
  }

  async #putSome(documents: readonly TextDocument[]): Promise<void> {
    const values: StoreValue[] = []
    const rows = documents.map(({ id, words, marks }) => {
      assertTerms(words, marks)
      values.push(id, ` ${words.join(' ')} `, [...words, ...marks].join(' '))
      const next = values.length
      return `($${next - 2}::bigint, $${next - 1}::text, array_to_tsvector(string_to_array($${next}::text, ' ')))`
    })
    await this.#session.raw(
      `INSERT INTO text_index (id, words, document) VALUES ${rows.join()}
       ON CONFLICT (id) DO UPDATE SET words = excluded.words, document = excluded.document`,
      values,
    )
  }

  async remove(ids: readonly Snowflake[]): Promise<void> {
    if (ids.length === 0) return
    await this.#session.raw(`DELETE FROM text_index WHERE id = ANY(string_to_array($1::text, ',')::bigint[])`, [
      ids.join(),
    ])
  }

  async find(search: TextSearch, { order, limit, offset, totalMax }: TextPage): Promise<TextsFound> {
    if (!mayFind(search)) return NOTHING_FOUND
    const { where, values } = conditionsOf(search)
    const direction = order === 'newest' ? 'DESC' : 'ASC'
    const rows = await this.#session.raw<{ id: bigint; total: bigint }>(
      `WITH found AS MATERIALIZED (
         SELECT id FROM text_index WHERE ${where} ORDER BY id ${direction} LIMIT ${totalMax}
       ) SELECT id, (SELECT count(*) FROM found) AS total FROM found ORDER BY id ${direction} LIMIT ${limit} OFFSET ${offset}`,
      values,
    )
    if (rows.length === 0 && offset > 0) {
      return { ids: [], total: (await this.find(search, { order, limit: 1, offset: 0, totalMax })).total }
    }
    return { ids: rows.map((row) => row.id), total: Number(rows[0]?.total ?? 0) }
  }
}

function conditionsOf(search: TextSearch): { where: string; values: StoreValue[] } {
  assertSearch(search)
  const { phrases, gap, after, before } = search
  const values: StoreValue[] = [queryOf(search)]
  const conditions = ['document @@ $1::text::tsquery']
  const add = (condition: string, value: StoreValue, type: string) => {
    values.push(value)
    conditions.push(`${condition} $${values.length}::${type}`)
  }
  if (after !== undefined) add('id >', after, 'bigint')
  if (before !== undefined) add('id <', before, 'bigint')
  for (const phrase of phrases) if (phrase.includes(' ')) add('words ~', ` ${phrase} `, 'text')
  for (let index = 1; index < phrases.length; index += 1) {
    const [first = '', second = ''] = phrases.slice(index - 1, index + 1)
    const others = `( [^ ]+){0,${gap}} `
    if (first !== second) add('words ~', ` (${first}${others}${second}|${second}${others}${first}) `, 'text')
  }
  return { where: conditions.join(' AND '), values }
}

function queryOf({ phrases, any, none, scope }: TextSearch): string {
  const words = [...new Set(phrases.flatMap((phrase) => phrase.split(' ')))]
  return [...words.map(quoted), ...any.map(anyOf), scopeOf(scope), ...none.map((mark) => `!${quoted(mark)}`)].join('&')
}

function scopeOf({ of, except, also }: TextScope): string {
  const open = except.length === 0 || of.length === 0 ? of.map(quoted) : [`(${anyOf(of)}&!${anyOf(except)})`]
  return `(${[...open, ...also.map(quoted)].join('|')})`
}

const quoted = (term: string) => `'${term}'`
const anyOf = (marks: readonly string[]) => `(${marks.map(quoted).join('|')})`
