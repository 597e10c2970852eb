import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { ArchiveError } from '../../archive/archive-error.ts'
import type { Store, StoreSession } from '../../kernel/store/store.ts'
import { migrations } from '../../migrations/index.ts'
import { openDataFolder } from '../data-folder.ts'
import type { FilesEnd } from '../moved-files/files-end.ts'
import { type ComparedFiles, compareFiles, copyFiles, demandFree } from '../moved-files/move-files.ts'
import { openFilesEnd } from '../moved-files/open-files-end.ts'
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

/** Copy of a platform: its rows, its files, or both. */
interface Move {
  readonly from: StorePlace
  /** Store that the rows are copied to; null for files alone. */
  readonly to: StorePlace | null
  /** Folder or bucket that the files are copied to; null for the folder of an embedded store. */
  readonly filesTo: string | null
  /** Receives lines about what was found on the way. */
  warn(line: string): void
}

/**
 * Copies a platform into another store, and compares both. The source stays as it was. A target appears whole and
 * compared, or not at all: tables of PostgreSQL by one transaction, a folder by its name.
 *
 * @throws ArchiveError for a target that holds something; DataFolderInUseError or DatabaseInUseError while a platform
 * uses the source
 */
export function moveStore({ from, to, filesTo, warn }: Move): Promise<{ tables: TableSums; files: number }> {
  return alone(from, async () => {
    const ends = filesTo === null ? null : await openEnds(from, filesTo)
    try {
      const moved =
        to === null ? { tables: {}, files: 0 } : await moveRows({ from, to, withFiles: ends === null, warn })
      if (ends === null) return moved
      const files = await copyFiles(ends.source, ends.target, from.data)
      await ends.target.unmark()
      return { ...moved, files }
    } finally {
      ends?.source.close()
      ends?.target.close()
    }
  })
}

/**
 * Compares the files of a platform with those of the place that they were moved to.
 *
 * @throws DataFolderInUseError or DatabaseInUseError while a platform uses the source
 */
export function compareMoved({ from, filesTo, warn }: Omit<Move, 'to'> & { filesTo: string }): Promise<ComparedFiles> {
  return alone(from, async () => {
    const source = await openFilesEnd({ data: from.data, filesUrl: from.filesUrl ?? null })
    const target = await openFilesEnd({ data: from.data, filesUrl: filesTo })
    try {
      return await compareFiles(source, target, warn)
    } finally {
      source.close()
      target.close()
    }
  })
}

/** Runs a task while no platform uses the source. */
async function alone<T>(from: StorePlace, task: () => Promise<T>): Promise<T> {
  await settleRestore(from.data, from.databaseUrl)
  const lock = await openDataFolder(from.data)
  try {
    const lease = from.databaseUrl === null ? null : await leaseOf(from.databaseUrl)
    try {
      await removeUnfinished(from.data)
      return await task()
    } finally {
      await lease?.close()
    }
  } finally {
    lock.close()
  }
}

/** Opens both ends of a move of files, and marks the target. @throws ArchiveError for a target that holds something */
async function openEnds(from: StorePlace, filesTo: string): Promise<{ source: FilesEnd; target: FilesEnd }> {
  const source = await openFilesEnd({ data: from.data, filesUrl: from.filesUrl ?? null })
  const target = await openFilesEnd({ data: from.data, filesUrl: filesTo })
  if (source.name === target.name) throw new ArchiveError(`The files are in ${source.name} already.`)
  if (await source.isMarked()) throw new ArchiveError(`Files are still being moved to ${source.name}.`)
  await demandFree(target)
  await target.mark()
  return { source, target }
}

interface MovedRows extends Omit<Move, 'filesTo'> {
  readonly to: StorePlace
  /** Whether files go into the folder of an embedded store. */
  readonly withFiles: boolean
}

async function moveRows(move: MovedRows): Promise<{ tables: TableSums; files: number }> {
  const work = await mkdtemp(workPrefix(move.from.data))
  try {
    return await moveThrough(work, move)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function moveThrough(
  work: string,
  { from, to, ...move }: MovedRows,
): Promise<{ tables: TableSums; files: number }> {
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
  const withFiles = move.withFiles && to.databaseUrl === null
  await takeBackup({ place: from, withFiles, warn: move.warn, target: async () => ({ path: archive, seal: null }) })
  const manifest =
    to.databaseUrl === null
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
