import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { ARCHIVE_FORMAT, type ArchiveManifest, type ArchiveMember, isFileKey } from '../../archive/manifest.ts'
import type { Seal } from '../../archive/seal.ts'
import { writeArchive } from '../../archive/write-archive.ts'
import type { Store, StoreSession } from '../../kernel/store/store.ts'
import { migrations } from '../../migrations/index.ts'
import { isNamedFile, isPendingFile } from '../../resources/accounts/files/index.ts'
import { DataFolderError } from '../data-folder.ts'
import { VERSION } from '../package-folder.ts'
import { LinkedFiles } from './link-files.ts'
import { STORE_FILE, type StorePlace, withSnapshot } from './snapshot.ts'
import { lineOf, listTables, migrationOf, rowsOf, type StoredTable } from './tables-store.ts'

/** Content of a backup, and its key. */
export interface BackupOptions {
  readonly place: StorePlace
  readonly withFiles: boolean
  /** Returns the path of the archive and what it is encrypted to, once the rows can be read. */
  target(session: StoreSession, migration: number): Promise<{ path: string; seal: Seal }>
  /** Receives lines about what was found on the way. */
  warn(line: string): void
}

/** A backup that was made. */
export interface MadeBackup {
  readonly file: string
  readonly bytes: number
  readonly counts: Readonly<Record<string, number>>
  readonly encrypted: boolean
}

/** Snapshots that are tried until each named file was there. */
const TRIES_MAX = 3
const TABLES_OF_FILES = ['file_uses', 'stored_files']
const KEY_FILE = 'secret.key'
const KEYS_SHOWN = 5

/**
 * Writes a backup of one moment, while the platform works or not.
 *
 * @throws DataFolderError where no platform has been; ArchiveError if the archive cannot be written
 */
export async function takeBackup(options: BackupOptions): Promise<MadeBackup> {
  const { place } = options
  if (place.databaseUrl === null && !existsSync(join(place.data, STORE_FILE)))
    throw new DataFolderError(`The data folder ${place.data} holds no platform: there is no ${STORE_FILE} in it.`)
  const links = options.withFiles
    ? await LinkedFiles.begin({ data: place.data, filesUrl: place.filesUrl ?? null })
    : null
  try {
    for (let tries = 1; ; tries += 1) {
      // Before the image is taken: files that its rows name may be removed meanwhile.
      await links?.addAll((key) => !isPendingFile(key))
      const made = await withSnapshot(place, (session, dialect) =>
        backUp({ session, dialect }, links, { ...options, isLast: tries === TRIES_MAX }),
      )
      if (made !== null) return made
    }
  } finally {
    await links?.end()
  }
}

interface Image {
  readonly session: StoreSession
  readonly dialect: Store['dialect']
}

/** Backs a snapshot up. Returns null if a new file was removed since: a newer snapshot does not name it. */
async function backUp(
  image: Image,
  links: LinkedFiles | null,
  options: BackupOptions & { isLast: boolean },
): Promise<MadeBackup | null> {
  const migration = await migrationOf(image.session, image.dialect)
  if (migration === 0) throw new DataFolderError('The store is empty: no platform has used it.')
  const { path, seal } = await options.target(image.session, migration)
  const missing = links ? await linkNew(image, links) : []
  if (missing.length > 0 && !options.isLast) return null
  if (missing.length > 0) options.warn(missingLine(missing))
  const tables = await listTables(image.session, image.dialect)
  const { counts, members } = await tablesIn(image, tables)
  const keyFile = join(options.place.data, KEY_FILE)
  if (existsSync(keyFile)) members.push(await memberOf(KEY_FILE, createReadStream(keyFile)))
  // Tables of an older schema are not known: its files are all kept.
  const isNamed = (key: string) => migration < migrations.length || isNamedFile(image.session, key)
  for await (const key of links?.linked() ?? [])
    if (isFileKey(key) && (await isNamed(key)))
      members.push(await memberOf(`files/${key}`, createReadStream(links?.pathOf(key) ?? '')))
  const manifest: ArchiveManifest = {
    format: ARCHIVE_FORMAT,
    kind: 'backup',
    version: VERSION,
    migration,
    created_at: new Date().toISOString(),
    store: image.dialect,
    counts,
    members,
    ...(missing.length > 0 && { missing }),
    ...(links === null && { without_files: true }),
  }
  const byMember = new Map(tables.map((table) => [`tables/${table.name}.ndjson`, table]))
  const read = ({ name }: ArchiveMember): AsyncIterable<Uint8Array> => {
    const table = byMember.get(name)
    if (table) return linesOf(image, table)
    return createReadStream(name === KEY_FILE ? keyFile : (links?.pathOf(name.slice('files/'.length)) ?? ''))
  }
  return { file: path, bytes: await writeArchive(path, manifest, { seal, read }), counts, encrypted: seal !== null }
}

/** Links the files that rows name and that are not linked yet. Returns the keys of those that are not there. */
async function linkNew({ session, dialect }: Image, links: LinkedFiles): Promise<string[]> {
  const missing = new Set<string>()
  for (const table of await listTables(session, dialect)) {
    if (!TABLES_OF_FILES.includes(table.name)) continue
    for await (const rows of rowsOf(session, dialect, table))
      for (const key of rows.map((row) => String(row.key)))
        if (!links.has(key) && !(await links.add(key))) missing.add(key)
  }
  return [...missing]
}

function missingLine(missing: readonly string[]): string {
  const names = missing.slice(0, KEYS_SHOWN).join(', ')
  return `${missing.length} files that rows name are not there, and are left out: ${names}${missing.length > KEYS_SHOWN ? ', …' : ''}`
}

async function tablesIn(
  image: Image,
  tables: readonly StoredTable[],
): Promise<{ counts: Record<string, number>; members: ArchiveMember[] }> {
  const counts: Record<string, number> = {}
  const members: ArchiveMember[] = []
  for (const table of tables) {
    let rows = 0
    const lines = linesOf(image, table, (count) => {
      rows += count
    })
    members.push(await memberOf(`tables/${table.name}.ndjson`, lines))
    counts[table.name] = rows
  }
  return { counts, members }
}

async function* linesOf(
  { session, dialect }: Image,
  table: StoredTable,
  counted: (rows: number) => void = () => undefined,
): AsyncGenerator<Uint8Array> {
  for await (const rows of rowsOf(session, dialect, table)) {
    counted(rows.length)
    yield Buffer.from(rows.map((row) => lineOf(table, row)).join(''))
  }
}

async function memberOf(name: string, content: AsyncIterable<Uint8Array>): Promise<ArchiveMember> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of content) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { name, bytes, sha256: hash.digest('hex') }
}
