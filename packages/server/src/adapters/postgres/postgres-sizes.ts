import type { StoreSession, StoreSizes } from '../../kernel/store/store.ts'

const SIZES = `SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 AS bytes,
  coalesce(sum(pg_total_relation_size(c.oid)) FILTER (WHERE c.relname = 'messages'), 0)::float8 AS messages,
  coalesce(sum(pg_total_relation_size(c.oid)) FILTER (WHERE c.relname = 'text_index'), 0)::float8 AS search
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = current_schema() AND c.relkind = 'r'`

/** Returns the bytes of the tables with their indexes, as the database keeps count of them. */
export async function postgresSizes(session: Pick<StoreSession, 'raw'>): Promise<StoreSizes> {
  const [sizes] = await session.raw<StoreSizes>(SIZES)
  return { bytes: sizes?.bytes ?? 0, messages: sizes?.messages ?? 0, search: sizes?.search ?? 0 }
}
