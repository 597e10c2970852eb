import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { ArchiveError } from '../../archive/archive-error.ts'
import type { Store, StoreSession } from '../../kernel/store/store.ts'
import { migrations } from '../../migrations/index.ts'
import { openDataFolder } from '../data-folder.ts'
import { restoreBackup } from './restore-backup.ts'
import { fillDatabase, leaseOf } from './restored-database.ts'
import { settleRestore } from './settle-restore.ts'
import { type StorePlace, withSnapshot } from './snapshot.ts'
import { sumTables, type TableSums } from './table-sums.ts'
import { migrationOf } from './tables-store.ts'
import { takeBackup } from './take-backup.ts'
import { unpackBackup } from './unpack-backup.ts'

/** Tables whose rows the first start of a program writes itself. */
const OWN = new Set(['migrations'])

/**
 * Copies a platform into another store, and compares both. The source stays as it was. A target appears whole and
 * compared, or not at all: tables of PostgreSQL by one transaction, a folder by its name.
 *
 * @throws ArchiveError for a target that holds something; DataFolderInUseError or DatabaseInUseError while a platform
 * uses the source
 */
export async function moveStore(
  from: StorePlace,
  to: StorePlace,
  warn: (line: string) => void,
): Promise<{ tables: TableSums; files: number }> {
  await settleRestore(from.data, from.databaseUrl)
  const lock = await openDataFolder(from.data)
  try {
    const lease = from.databaseUrl === null ? null : await leaseOf(from.databaseUrl)
    try {
      await removeUnfinished(from.data)
      const work = await mkdtemp(workPrefix(from.data))
      try {
        return await moveThrough(work, { from, to, warn })
      } finally {
        await rm(work, { recursive: true, force: true })
      }
    } finally {
      await lease?.close()
    }
  } finally {
    lock.close()
  }
}

interface Move {
  readonly from: StorePlace
  readonly to: StorePlace
  warn(line: string): void
}

async function moveThrough(work: string, { from, to, warn }: Move): Promise<{ tables: TableSums; files: number }> {
  const before = await withSnapshot(from, newestTables)
  let tables: TableSums = {}
  const check = async (session: StoreSession, dialect: Store['dialect']) => {
    tables = await sumTables(session, dialect)
    const other = Object.keys(before).find(
      (name) => !OWN.has(name) && before[name]?.checksum !== tables[name]?.checksum,
    )
    if (other !== undefined)
      throw new ArchiveError(`The table ${other} differs after the move. The target is as it was.`)
  }
  const archive = join(work, 'move.tar.zst')
  const withFiles = to.databaseUrl === null
  await takeBackup({ place: from, withFiles, warn, target: async () => ({ path: archive, seal: null }) })
  const manifest = withFiles
    ? await restoreBackup({ ...{ file: archive, unseal: null, replace: false, signOut: false }, ...to, check })
    : await moveIntoDatabase(archive, { work, url: to.databaseUrl ?? '', check })
  return { tables, files: manifest.members.filter(({ name }) => name.startsWith('files/')).length }
}

type Check = (session: StoreSession, dialect: Store['dialect']) => Promise<void>

/** Fills a database. Files stay in the data folder. */
async function moveIntoDatabase(archive: string, { work, url, check }: { work: string; url: string; check: Check }) {
  const manifest = await unpackBackup(archive, null, work)
  const pathOf = (table: string) => join(work, 'tables', `${table}.ndjson`)
  const rows = { manifest, pathOf, hasFile: (key: string) => existsSync(join(work, 'files', key)), signOut: false }
  await fillDatabase(url, rows, { replace: false, last: (session) => check(session, 'postgres') })
  return manifest
}

/** @throws ArchiveError for a store of an older version, which would be upgraded on the way */
async function newestTables(session: StoreSession, dialect: Store['dialect']): Promise<TableSums> {
  const migration = await migrationOf(session, dialect)
  if (migration > 0 && migration < migrations.length)
    throw new ArchiveError(
      `The store has migration ${migration} of ${migrations.length}: start the platform once, which upgrades it, and stop it.`,
    )
  return sumTables(session, dialect)
}

const workPrefix = (data: string) => `${resolve(data)}.move-`

/** Removes what killed commands have left beside the source, which is locked. */
async function removeUnfinished(data: string): Promise<void> {
  const prefix = basename(workPrefix(data))
  const parent = dirname(resolve(data))
  for (const name of await readdir(parent))
    if (name.startsWith(prefix) && /^\w{6}$/.test(name.slice(prefix.length)))
      await rm(join(parent, name), { recursive: true, force: true })
}
