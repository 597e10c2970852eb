import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { applyMigrations } from '../../kernel/store/migrate.ts'
import type { Store, StoreSession } from '../../kernel/store/store.ts'
import { migrations } from '../../migrations/index.ts'
import { openPlace } from '../backups/snapshot.ts'
import { listTables, migrationOf } from '../backups/tables-store.ts'
import { ACTING, type Rehearsal, startCopy } from './rehearse.ts'
import { UpgradeError } from './upgrade-error.ts'

/** Beginning of the names of schemas with a copy. The time of their making in ms follows. */
const SCHEMA = 'guildhall_rehearsal_'
/** Age from which a copy belongs to a rehearsal that was killed. */
const KILLED_AFTER_MS = 60 * 60 * 1_000

/** A platform whose rows are in PostgreSQL. */
interface DatabasePlace {
  /** Path of the data folder, which may have the key. */
  readonly data: string
  readonly databaseUrl: string
  readonly secretKey: Buffer | undefined
}

/**
 * Upgrades a copy of the rows in another schema of the same database, and starts it on a free port of this machine. The
 * copy sends no mails and no events, and is removed. Platforms may use the database meanwhile.
 *
 * @throws UpgradeError for a database without a platform, and for one of a newer version
 */
export async function rehearseDatabase(place: DatabasePlace): Promise<Rehearsal> {
  const store = await openPlace(place)
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-rehearsal-'))
  const schema = `${SCHEMA}${Date.now()}_${randomBytes(4).toString('hex')}`
  try {
    await removeUnfinished(store)
    return await startCopy(folder, place, async () => {
      await copyRows(store, schema)
      const url = new URL(place.databaseUrl)
      url.searchParams.set('search_path', schema)
      return url.href
    })
  } finally {
    await store.transaction((session) => session.raw(`DROP SCHEMA IF EXISTS ${schema} CASCADE`))
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes the copies of rehearsals that were killed. */
async function removeUnfinished(store: Store): Promise<void> {
  await store.transaction(async (session) => {
    const found = await session.raw<{ name: string }>(
      `SELECT nspname::text AS name FROM pg_namespace WHERE nspname LIKE '${SCHEMA.replaceAll('_', '\\_')}%'`,
    )
    for (const { name } of found) {
      const [, madeAt] = new RegExp(`^${SCHEMA}(\\d{13})_[0-9a-f]{8}$`).exec(name) ?? []
      if (Date.now() - Number(madeAt) > KILLED_AFTER_MS) await session.raw(`DROP SCHEMA ${name} CASCADE`)
    }
  })
}

/** Copies one moment of the rows into a new schema, without what would act. The rows do not leave the database. */
async function copyRows(store: Store, schema: string): Promise<void> {
  await store.transaction(async (session) => {
    await session.raw('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
    const migration = await migrationOf(session, 'postgres')
    if (migration === 0) throw new UpgradeError('The database is empty: no platform has used it.')
    if (migration > migrations.length)
      throw new UpgradeError(`The database has migration ${migration}, and this version knows ${migrations.length}.`)
    const origin = await currentSchema(session)
    await session.raw(`CREATE SCHEMA ${schema}`)
    await session.raw(`SET LOCAL search_path TO ${schema}`)
    await applyMigrations(session, 'postgres', migrations.slice(0, migration))
    const tables = await listTables(session, 'postgres')
    for (const { name } of [...tables].reverse()) await session.raw(`DELETE FROM ${name}`)
    for (const { name, columns } of tables) {
      if (ACTING.includes(name)) continue
      const list = columns.map((column) => `"${column.name}"`).join(', ')
      await session.raw(`INSERT INTO ${name} (${list}) SELECT ${list} FROM "${origin}".${name}`)
    }
  })
}

async function currentSchema(session: StoreSession): Promise<string> {
  const [row] = await session.raw<{ schema: string }>('SELECT current_schema()::text AS schema')
  return (row?.schema ?? 'public').replaceAll('"', '""')
}
