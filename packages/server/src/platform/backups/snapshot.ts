import { join } from 'node:path'
import type { Store, StoreSession } from '../../kernel/store/store.ts'

/** Place of the rows of a platform. */
export interface StorePlace {
  /** Path of the data folder. */
  readonly data: string
  /** PostgreSQL instead of the embedded store. */
  readonly databaseUrl: string | null
  /** Folder or bucket of the files. Default: `files/` in the data folder. */
  readonly filesUrl?: string | null
}

/** File of the embedded store in a data folder. */
export const STORE_FILE = 'guildhall.db'

/** Opens the store of a place, as it is: nothing is migrated. Its secrets stay encrypted. */
export async function openPlace({ data, databaseUrl }: StorePlace): Promise<Store> {
  // Imported on demand: each driver takes some ms.
  if (databaseUrl !== null)
    return (await import('../../adapters/postgres/postgres-store.ts')).openPostgres(databaseUrl, { connectionsMax: 1 })
  return (await import('../../adapters/sqlite/sqlite-store.ts')).openSqlite(join(data, STORE_FILE))
}

/**
 * Runs `use` with a session that sees one moment of a store, whatever a running platform writes meanwhile. It pauses
 * nothing: SQLite keeps older pages in its journal, PostgreSQL older rows.
 */
export async function withSnapshot<T>(
  place: StorePlace,
  use: (session: StoreSession, dialect: Store['dialect']) => Promise<T>,
): Promise<T> {
  const store = await openPlace(place)
  try {
    if (store.dialect === 'postgres')
      return await store.transaction(async (session) => {
        await session.raw('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY')
        return use(session, store.dialect)
      })
    return await store.read(async (session) => {
      await session.raw('BEGIN')
      try {
        return await use(session, store.dialect)
      } finally {
        await session.raw('COMMIT')
      }
    })
  } finally {
    await store.close()
  }
}
