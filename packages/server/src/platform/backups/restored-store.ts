import { createReadStream } from 'node:fs'
import { ArchiveError } from '../../archive/archive-error.ts'
import { linesOf } from '../../archive/lines.ts'
import type { ArchiveManifest } from '../../archive/manifest.ts'
import { applyMigrations } from '../../kernel/store/migrate.ts'
import type { StoreValue } from '../../kernel/store/statement.ts'
import type { Store, StoreSession } from '../../kernel/store/store.ts'
import { migrations } from '../../migrations/index.ts'
import { insertRows, listTables, type StoredTable, valuesOf } from './tables-store.ts'

/** Rows that are inserted together. */
const ROWS = 500

/** Rows and files that fill a store. */
export interface RestoredRows {
  readonly manifest: ArchiveManifest
  /** Returns the path of the lines of a table. */
  pathOf(table: string): string
  /** Returns whether a file is there. */
  hasFile(key: string): boolean
  /** Whether people have to sign in again. */
  readonly signOut: boolean
}

/** Steps in the transaction that fills a store. */
interface FillSteps {
  /** Runs before the tables are made. */
  prepare?(session: StoreSession): Promise<void>
  /** Runs before the commit. */
  last?(session: StoreSession, dialect: Store['dialect']): Promise<void>
}

/**
 * Fills an empty store with the rows of an archive, in one transaction, and checks it. The schema is that of the
 * archive; newer migrations follow.
 *
 * @throws ArchiveError for rows that do not fit, and for counts, references and files that are not whole
 */
export async function fillStore(store: Store, rows: RestoredRows, { prepare, last }: FillSteps = {}): Promise<void> {
  const { manifest } = rows
  await store.transaction(async (session) => {
    if (store.dialect === 'sqlite') await session.raw('PRAGMA defer_foreign_keys = ON')
    await prepare?.(session)
    await applyMigrations(session, store.dialect, migrations.slice(0, manifest.migration))
    // Migrations of their own fill tables: the archive has those rows too.
    const tables = await listTables(session, store.dialect)
    for (const { name } of [...tables].reverse()) await session.raw(`DELETE FROM ${name}`)
    demandSameTables(tables, manifest)
    for (const table of tables) await fillTable(store, session, { table, path: rows.pathOf(table.name), manifest })
    await demandWhole(store, session, rows)
    if (rows.signOut) await signEveryoneOut(session)
    await applyMigrations(session, store.dialect, migrations, manifest.migration)
    await last?.(session, store.dialect)
  })
}

function demandSameTables(tables: readonly StoredTable[], { counts, migration }: ArchiveManifest): void {
  const own = tables.map(({ name }) => name)
  const unknown = Object.keys(counts).find((name) => !own.includes(name))
  const missing = own.find((name) => !Object.hasOwn(counts, name))
  if (unknown !== undefined || missing !== undefined)
    throw new ArchiveError(
      `The archive does not fit: a store with migration ${migration} has ${unknown === undefined ? `a table ${missing}` : `no table ${unknown}`}.`,
    )
}

async function fillTable(
  store: Store,
  session: StoreSession,
  { table, path, manifest }: { table: StoredTable; path: string; manifest: ArchiveManifest },
): Promise<void> {
  let count = 0
  let batch: StoreValue[][] = []
  const flush = async () => {
    await insertRows(session, table, { dialect: store.dialect, rows: batch })
    count += batch.length
    batch = []
  }
  try {
    for await (const line of linesOf(createReadStream(path))) {
      batch.push(valuesOf(table, line))
      if (batch.length === ROWS) await flush()
    }
    await flush()
  } catch (cause) {
    throw new ArchiveError(`The rows of ${table.name} cannot be restored: ${(cause as Error).message}.`, { cause })
  }
  if (count !== manifest.counts[table.name])
    throw new ArchiveError(
      `The archive has ${count} rows of ${table.name}, and its manifest says ${manifest.counts[table.name]}.`,
    )
}

/** Checks references between rows, and that the files are there which rows name. */
async function demandWhole(store: Store, session: StoreSession, rows: RestoredRows): Promise<void> {
  const { manifest } = rows
  if (store.dialect === 'sqlite' && (await session.raw('PRAGMA foreign_key_check')).length > 0)
    throw new ArchiveError('The archive is damaged: rows refer to rows that it does not have.')
  if (manifest.without_files) return
  const missing = new Set(manifest.missing)
  for (const table of ['file_uses', 'stored_files']) {
    if (!Object.hasOwn(manifest.counts, table)) continue
    for (const { key } of await session.raw<{ key: string }>(`SELECT DISTINCT key FROM ${table}`))
      if (!missing.has(key) && !rows.hasFile(key))
        throw new ArchiveError(`The archive is damaged: the file ${key} is missing.`)
  }
}

/** Ends the sessions of people. Tokens of bots and of applications stay. */
async function signEveryoneOut(session: StoreSession): Promise<void> {
  await session.raw("DELETE FROM tokens WHERE kind = 'person'")
  await session.raw('DELETE FROM kept_sessions')
  await session.raw('DELETE FROM kept_payloads')
}
