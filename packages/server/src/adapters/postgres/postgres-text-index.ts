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
  type TextSearch,
  type TextsFound,
} from '../../kernel/store/text-index.ts'

/** Rows per statement: five values each, and a statement takes 65,535 values. */
const DOCUMENTS_MAX = 500

interface Session extends Pick<StoreSession, 'raw'> {
  /** Plans for the given values: the word index or the order of ids comes first, depending on how rare a word is. */
  once: StoreSession['raw']
}

/**
 * Finds the texts that hold all words by a `tsvector` of words and marks under a GIN index. The index does not know
 * the distance of words, so it is checked on the words themselves.
 */
export class PostgresTextIndex implements TextIndex {
  readonly #session: Session

  constructor(session: Session) {
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
    const rows = documents.map(({ id, group, place, words, marks }) => {
      assertTerms(words, marks)
      values.push(id, group, place, ` ${words.join(' ')} `, [...words, ...marks].join(' '))
      const slot = (back: number, type: string) => `$${values.length - back}::${type}`
      const document = `array_to_tsvector(string_to_array(${slot(0, 'text')}, ' '))`
      return `(${slot(4, 'bigint')}, ${slot(3, 'bigint')}, ${slot(2, 'bigint')}, ${slot(1, 'text')}, ${document})`
    })
    await this.#session.raw(
      `INSERT INTO text_index (id, group_id, place_id, words, document) VALUES ${rows.join()}
       ON CONFLICT (id) DO UPDATE SET group_id = excluded.group_id, place_id = excluded.place_id,
         words = excluded.words, document = excluded.document`,
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
    const slot = (value: number) => `$${values.push(value)}::integer`
    const direction = order === 'newest' ? 'DESC' : 'ASC'
    const rows = await this.#session.once<{ id: bigint; total: bigint }>(
      `WITH found AS MATERIALIZED (
         SELECT id FROM text_index WHERE ${where} ORDER BY id ${direction} LIMIT ${slot(totalMax)}
       ) SELECT id, (SELECT count(*) FROM found) AS total FROM found
         ORDER BY id ${direction} LIMIT ${slot(limit)} OFFSET ${slot(offset)}`,
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
  const { phrases, gap, scope, after, before } = search
  const values: StoreValue[] = []
  const conditions: string[] = []
  const slot = (value: StoreValue, type: string) => `$${values.push(value)}::${type}`
  const query = queryOf(search)
  if (query !== '') conditions.push(`document @@ ${slot(query, 'text')}::tsquery`)
  conditions.push(`group_id = ${slot(scope.group, 'bigint')}`)
  const places = scope.only ?? scope.except
  if (places) {
    const list = `(string_to_array(${slot(places.join(), 'text')}, ',')::bigint[])`
    const among = scope.only ? `place_id = ANY ${list}` : `place_id <> ALL ${list}`
    const also = scope.also.length > 0 ? ` OR document @@ ${slot(anyOf(scope.also), 'text')}::tsquery` : ''
    conditions.push(`(${among}${also})`)
  }
  if (after !== undefined) conditions.push(`id > ${slot(after, 'bigint')}`)
  if (before !== undefined) conditions.push(`id < ${slot(before, 'bigint')}`)
  for (const phrase of phrases) if (phrase.includes(' ')) conditions.push(`words ~ ${slot(` ${phrase} `, 'text')}`)
  for (let index = 1; index < phrases.length; index += 1) {
    const [first = '', second = ''] = phrases.slice(index - 1, index + 1)
    const others = `( [^ ]+){0,${gap}} `
    const near = ` (${first}${others}${second}|${second}${others}${first}) `
    if (first !== second) conditions.push(`words ~ ${slot(near, 'text')}`)
  }
  return { where: conditions.join(' AND '), values }
}

function queryOf({ phrases, any, none }: TextSearch): string {
  const words = [...new Set(phrases.flatMap((phrase) => phrase.split(' ')))]
  return [...words.map(quoted), ...any.map(anyOf), ...none.map((mark) => `!${quoted(mark)}`)].join('&')
}

const quoted = (term: string) => `'${term}'`
const anyOf = (marks: readonly string[]) => `(${marks.map(quoted).join('|')})`
