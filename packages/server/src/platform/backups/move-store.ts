import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ArchiveError } from '../../archive/archive-error.ts'
import { openDataFolder } from '../data-folder.ts'
import { restoreBackup } from './restore-backup.ts'
import { fillDatabase } from './restored-database.ts'
import { type StorePlace, withSnapshot } from './snapshot.ts'
import { lineOf, listTables, rowsOf } from './tables-store.ts'
import { takeBackup } from './take-backup.ts'
import { unpackBackup } from './unpack-backup.ts'

/** Rows of a table, and a checksum of them that their order does not change. */
export interface MovedTable {
  readonly rows: number
  readonly checksum: string
}

/** Tables whose rows the first start of a program writes itself. */
const OWN = new Set(['migrations'])

/**
 * Copies a platform into another store, and compares both. The source stays as it was. A target appears whole or not at
 * all: tables of PostgreSQL by one transaction, a folder by its name.
 *
 * @throws ArchiveError for a target that holds something; DataFolderInUseError while a platform uses the source
 */
export async function moveStore(
  from: StorePlace,
  to: StorePlace,
  warn: (line: string) => void,
): Promise<{ tables: Record<string, MovedTable>; files: number }> {
  const lock = await openDataFolder(from.data)
  const work = await mkdtemp(`${resolve(from.data)}.move-`)
  try {
    const archive = join(work, 'move.tar.zst')
    const withFiles = to.databaseUrl === null
    await takeBackup({ place: from, withFiles, warn, target: async () => ({ path: archive, seal: null }) })
    const manifest = withFiles
      ? await restoreBackup({ ...{ file: archive, unseal: null, replace: false, signOut: false }, ...to })
      : await moveIntoDatabase(archive, work, to.databaseUrl)
    const [before, after] = [await tablesOf(from), await tablesOf(to)]
    const other = Object.keys(before).find((name) => !OWN.has(name) && before[name]?.checksum !== after[name]?.checksum)
    if (other !== undefined) throw new ArchiveError(`The table ${other} differs after the move: do not use the target.`)
    return { tables: after, files: manifest.members.filter(({ name }) => name.startsWith('files/')).length }
  } finally {
    await rm(work, { recursive: true, force: true })
    lock.close()
  }
}

/** Fills a database. Files stay in the data folder. */
async function moveIntoDatabase(archive: string, work: string, url: string | null) {
  const manifest = await unpackBackup(archive, null, work)
  const pathOf = (table: string) => join(work, 'tables', `${table}.ndjson`)
  const rows = { manifest, pathOf, hasFile: (key: string) => existsSync(join(work, 'files', key)), signOut: false }
  await fillDatabase(url ?? '', rows, { replace: false })
  return manifest
}

const MASK = (1n << 64n) - 1n

function tablesOf(place: StorePlace): Promise<Record<string, MovedTable>> {
  return withSnapshot(place, async (session, dialect) => {
    const tables: Record<string, MovedTable> = {}
    for (const table of await listTables(session, dialect)) {
      let [rows, sum] = [0, 0n]
      for await (const page of rowsOf(session, dialect, table))
        for (const row of page) {
          rows += 1
          sum = (sum + createHash('sha256').update(lineOf(table, row)).digest().readBigUInt64BE()) & MASK
        }
      tables[table.name] = { rows, checksum: sum.toString(16).padStart(16, '0') }
    }
    return tables
  })
}
