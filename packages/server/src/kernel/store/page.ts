import type { SelectQueryBuilder, StringReference } from 'kysely'
import type { StoreSession } from './store.ts'
import type { Tables } from './tables.ts'

/** Position and size of a page of rows, by a column that orders them. */
export interface Cursor {
  /** Only rows below this value: the last ones, unless `after` is given too. */
  readonly before?: bigint | undefined
  /** Only rows above this value, and the first ones of them. */
  readonly after?: bigint | undefined
  /** End at which a page without `before` and `after` is. Default: the last rows, for ids the newest. */
  readonly from?: 'first' | 'last'
  readonly limit: number
}

/** Returns a page of the rows of a query, by ascending values of a column. */
export async function pageOf<TB extends keyof Tables, O>(
  session: StoreSession,
  query: SelectQueryBuilder<Tables, TB, O>,
  column: StringReference<Tables, TB>,
  { before, after, from = 'last', limit }: Cursor,
): Promise<O[]> {
  const forwards = after !== undefined || (before === undefined && from === 'first')
  let page = query
  if (before !== undefined) page = page.where(column, '<', before as never)
  if (after !== undefined) page = page.where(column, '>', after as never)
  const rows = await session.all(page.orderBy(column, forwards ? 'asc' : 'desc').limit(limit))
  return forwards ? rows : rows.reverse()
}
