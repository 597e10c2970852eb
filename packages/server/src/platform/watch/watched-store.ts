import type { Store, StoreSession } from '../../kernel/store/store.ts'

/** Numbers of a store that metrics name. */
export interface WatchedNumbers {
  readonly jobs: readonly { readonly kind: string; readonly count: number }[]
  readonly mailsWaiting: number
  readonly mailsFailed: number
  readonly reportsOpen: number
  readonly storeBytes: number
  readonly filesBytes: number
}

const STORE_BYTES: Readonly<Record<Store['dialect'], string>> = {
  sqlite: 'SELECT page_count * page_size AS count FROM pragma_page_count(), pragma_page_size()',
  postgres: 'SELECT pg_database_size(current_database())::float8 AS count',
}
const HAS_REPORTS: Readonly<Record<Store['dialect'], string>> = {
  sqlite: "SELECT count(*) AS count FROM sqlite_master WHERE type = 'table' AND name = 'reports'",
  postgres:
    "SELECT count(*)::int AS count FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = 'reports'",
}

/** Reads the numbers of a store. Tables of jobs, mails and reports are small; files are summed up by holder. */
export function readNumbers(store: Store): Promise<WatchedNumbers> {
  return store.read(async (session) => ({
    jobs: (
      await session.raw<{ kind: string; count: number | bigint }>(
        'SELECT kind, count(*) AS count FROM jobs GROUP BY kind',
      )
    ).map(({ kind, count }) => ({ kind, count: Number(count) })),
    mailsWaiting: await one(session, "SELECT count(*) AS count FROM mails WHERE state = 'waiting'"),
    mailsFailed: await one(session, "SELECT count(*) AS count FROM mails WHERE state = 'failed'"),
    reportsOpen:
      (await one(session, HAS_REPORTS[store.dialect])) === 0
        ? 0
        : await one(session, "SELECT count(*) AS count FROM reports WHERE state = 'open'"),
    storeBytes: await one(session, STORE_BYTES[store.dialect]),
    filesBytes: await one(
      session,
      "SELECT coalesce(sum(bytes), 0) AS count FROM stored_bytes WHERE holder LIKE 'user %'",
    ),
  }))
}

async function one(session: StoreSession, sql: string): Promise<number> {
  const [row] = await session.raw<{ count: number | bigint | string | null }>(sql)
  return Number(row?.count ?? 0)
}

/** Asks a store for nothing. @throws if it does not answer */
export async function touch(store: Store): Promise<void> {
  await store.read((session) => session.raw('SELECT 1'))
}
