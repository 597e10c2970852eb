import type { StoreSession, StoreSizes } from '../../kernel/store/store.ts'

/** Bytes of a message besides its content and data: its other columns, and its entries of indexes. */
const ROW_BYTES = 160
/** Bytes of a page of the text index. */
const INDEX_PAGE_BYTES = 4_096
const BYTES = 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()'
/** Row ids are given in the order of the messages, so that the first and the last one tell how many there may be. */
const MESSAGES = `SELECT (SELECT coalesce(max(rowid), 0) FROM messages) - (SELECT coalesce(min(rowid), 0) FROM messages) AS bound,
  (SELECT count(*) FROM (SELECT 1 FROM messages LIMIT 10001)) AS few,
  (SELECT coalesce(avg(octet_length(content) + octet_length(data)), 0)
   FROM (SELECT content, data FROM messages ORDER BY id DESC LIMIT 500)) AS average`
const PAGES = 'SELECT count(*) AS pages FROM text_index_idx'
const FEW_MAX = 10_000

/** Returns the bytes of a database, and estimates those of messages and search. */
export async function sqliteSizes(session: Pick<StoreSession, 'raw'>): Promise<StoreSizes> {
  const [total] = await session.raw<{ bytes: number }>(BYTES)
  const [row] = await session.raw<{ bound: number; few: number; average: number }>(MESSAGES)
  const [index] = await session.raw<{ pages: number }>(PAGES)
  const { bound, few, average } = row ?? { bound: 0, few: 0, average: 0 }
  const bytes = Number(total?.bytes ?? 0)
  const count = Number(few) > FEW_MAX ? Number(bound) : Number(few)
  const messages = Math.min(bytes, Math.round(count * (Number(average) + ROW_BYTES)))
  return { bytes, messages, search: Math.min(bytes - messages, Number(index?.pages ?? 0) * INDEX_PAGE_BYTES) }
}
