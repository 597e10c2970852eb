import { takeLease } from '../../adapters/postgres/lease.ts'
import { ArchiveError } from '../../archive/archive-error.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import { migrations } from '../../migrations/index.ts'
import { VERSION } from '../package-folder.ts'
import { fillStore, type RestoredRows } from './restored-store.ts'
import { openPlace } from './snapshot.ts'
import { listTables } from './tables-store.ts'

/** Choices about a database that is filled. */
interface DatabaseChoices {
  /** Whether what is in its schema is kept in another schema. */
  readonly replace: boolean
  /** Runs before the commit, with the number of the transaction. */
  last(session: StoreSession, transaction: string): Promise<void>
}

/**
 * Fills a PostgreSQL database in one transaction.
 *
 * @throws ArchiveError for a database that is not empty; DatabaseInUseError while a platform uses it
 */
export async function fillDatabase(url: string, rows: RestoredRows, { replace, last }: DatabaseChoices): Promise<void> {
  const store = await openPlace({ data: '', databaseUrl: url })
  try {
    const isOccupied = await store.read(async (session) => (await listTables(session, 'postgres')).length > 0)
    if (isOccupied && !replace)
      throw new ArchiveError('The database is not empty. With --replace its tables are kept in another schema.')
    const lease = isOccupied ? await leaseOf(url) : null
    try {
      await fillStore(store, rows, {
        ...(isOccupied && { prepare: putAside }),
        last: async (session) => last(session, await transactionOf(session)),
      })
    } finally {
      await lease?.close()
    }
  } finally {
    await store.close()
  }
}

async function transactionOf(session: StoreSession): Promise<string> {
  const [row] = await session.raw<{ id: string }>('SELECT txid_current()::text AS id')
  return row?.id ?? ''
}

/** Takes a database that no platform may use meanwhile. @throws DatabaseInUseError while one does */
export function leaseOf(url: string) {
  const failed = () => {
    process.stderr.write('Another process has taken the database.\n')
    process.exit(1)
  }
  return takeLease(url, {
    ...{ name: null, url: null, publicUrl: null, version: VERSION, migrations: migrations.length },
    waiting: (line) => process.stderr.write(`${line}\n`),
    lost: failed,
  })
}

/** Renames the schema of the tables, and makes an empty one of its name. */
async function putAside(session: StoreSession): Promise<void> {
  const [row] = await session.raw<{ schema: string }>('SELECT current_schema()::text AS schema')
  const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
  const schema = row?.schema ?? 'public'
  const former = `${schema}_before_${new Date().toISOString().replaceAll(/[-:.]/g, '').toLowerCase()}`
  await session.raw(`ALTER SCHEMA ${quoted(schema)} RENAME TO ${quoted(former)}`)
  await session.raw(`CREATE SCHEMA ${quoted(schema)}`)
}
