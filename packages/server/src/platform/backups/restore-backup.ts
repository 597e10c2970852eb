import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, open, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { ArchiveError } from '../../archive/archive-error.ts'
import type { ArchiveManifest } from '../../archive/manifest.ts'
import type { Unseal } from '../../archive/seal.ts'
import { writeFileAtomically } from '../../kernel/atomic-file.ts'
import type { Store, StoreSession } from '../../kernel/store/store.ts'
import { openDataFolder } from '../data-folder.ts'
import { exchangeFolders } from '../exchanged-folder.ts'
import type { FilesEnd } from '../moved-files/files-end.ts'
import { fillDatabase } from './restored-database.ts'
import { fillStore, type RestoredRows } from './restored-store.ts'
import { settleRestore } from './settle-restore.ts'
import { openPlace, STORE_FILE } from './snapshot.ts'
import { unpackBackup } from './unpack-backup.ts'

/** Place of a restored backup, and choices about it. */
export interface RestoreOptions {
  readonly file: string
  readonly unseal: Unseal
  /** Path of the data folder. */
  readonly data: string
  readonly databaseUrl: string | null
  /** Folder or bucket that the files are written to. Default: `files/` in the data folder. */
  readonly filesUrl?: string | null
  /** Whether what is there is put aside. */
  readonly replace: boolean
  /** Whether people have to sign in again. */
  readonly signOut: boolean
  /** Checks the rows before they are committed. */
  check?(session: StoreSession, dialect: Store['dialect']): Promise<void>
}

/**
 * Restores a backup. Everything is written and checked in a folder beside the target, which is renamed at the end; a
 * failure leaves the target as it was.
 *
 * @throws ArchiveError for an archive that is refused, and for a target that is not empty
 */
export async function restoreBackup(options: RestoreOptions): Promise<ArchiveManifest> {
  const target = resolve(options.data)
  await mkdir(dirname(target), { recursive: true })
  await settleRestore(target, options.databaseUrl)
  const isOccupied = await holdsSomething(target)
  if (isOccupied && !options.replace)
    throw new ArchiveError(
      `${target} is not empty. With --replace it is kept beside it, as ${basename(target)}.before-….`,
    )
  // Nobody uses it meanwhile.
  const lock = isOccupied ? await openDataFolder(target) : null
  try {
    await removeUnfinished(target)
    const staging = `${target}.restore-${randomBytes(6).toString('hex')}.new`
    await mkdir(staging, { mode: 0o700 })
    try {
      return await (options.databaseUrl === null ? restoreEmbedded : restoreIntoDatabase)(staging, target, options)
    } finally {
      await rm(staging, { recursive: true, force: true })
    }
  } finally {
    lock?.close()
  }
}

async function restoreEmbedded(staging: string, target: string, options: RestoreOptions): Promise<ArchiveManifest> {
  const manifest = await unpackBackup(options.file, options.unseal, staging)
  const files = await restoreFiles(staging, options)
  try {
    await fillEmbedded(staging, rowsIn(staging, manifest, options), options)
    await finishFolder(staging, files)
    await exchangeFolders(staging, target, { keepsFormer: await holdsSomething(target), transaction: null })
    await files?.unmark()
  } finally {
    files?.close()
  }
  return manifest
}

/** Rows and files appear together: the commit of the rows decides about the folder, also after a kill. */
async function restoreIntoDatabase(staging: string, target: string, options: RestoreOptions): Promise<ArchiveManifest> {
  const { databaseUrl, replace } = options
  const manifest = await unpackBackup(options.file, options.unseal, staging)
  const files = await restoreFiles(staging, options)
  try {
    await fillDatabase(databaseUrl ?? '', rowsIn(staging, manifest, options), {
      replace,
      async last(session, transaction) {
        await options.check?.(session, 'postgres')
        await finishFolder(staging, files)
        await exchangeFolders(staging, target, { keepsFormer: await holdsSomething(target), transaction })
      },
    })
    await files?.unmark()
  } finally {
    files?.close()
    await settleRestore(target, databaseUrl)
  }
  return manifest
}

function rowsIn(staging: string, manifest: ArchiveManifest, { signOut }: RestoreOptions): RestoredRows {
  return {
    manifest,
    pathOf: (table) => join(staging, 'tables', `${table}.ndjson`),
    hasFile: (key) => existsSync(join(staging, 'files', key)),
    signOut,
  }
}

/**
 * Writes the files of a backup to the place that the options name, before the rows that name them. With `replace` the
 * files there stay, unless they are those of the backup. The place stays marked until the rows are there too. Returns
 * null for files that stay in the folder.
 */
async function restoreFiles(staging: string, options: RestoreOptions): Promise<FilesEnd | null> {
  const { data, filesUrl = null, replace } = options
  if (filesUrl === null) return null
  const { openFilesEnd } = await import('../moved-files/open-files-end.ts')
  const { copyFiles, demandFree } = await import('../moved-files/move-files.ts')
  const from = await openFilesEnd({ data: staging, filesUrl: null })
  const to = await openFilesEnd({ data, filesUrl })
  try {
    if (!replace) {
      await demandFree(to)
      await to.mark()
    }
    await copyFiles(from, to, staging)
    return to
  } catch (error) {
    to.close()
    throw error
  }
}

/** Makes a folder with files and rows the one of a platform. Files that were written elsewhere are not in it. */
async function finishFolder(staging: string, files: FilesEnd | null): Promise<void> {
  await rm(join(staging, 'tables'), { recursive: true, force: true })
  if (files !== null) await rm(join(staging, 'files'), { recursive: true, force: true })
  await writeFileAtomically(join(staging, '.gitignore'), '*\n')
  await chmod(staging, 0o700)
}

async function fillEmbedded(staging: string, rows: RestoredRows, { check }: RestoreOptions): Promise<void> {
  const store = await openPlace({ data: staging, databaseUrl: null })
  try {
    await fillStore(store, rows, check ? { last: check } : {})
    const [found] = await store.read((session) => session.raw<{ integrity_check: string }>('PRAGMA integrity_check(1)'))
    if (found?.integrity_check !== 'ok')
      throw new ArchiveError(`The restored store is damaged: ${found?.integrity_check}.`)
  } finally {
    await store.close()
  }
  await syncFile(join(staging, STORE_FILE))
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Whether a folder holds anything. A file of the name is refused when it is renamed. */
async function holdsSomething(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length > 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

/** Removes what killed commands have left beside the target. */
async function removeUnfinished(target: string): Promise<void> {
  const parent = dirname(target)
  const prefix = `${basename(target)}.restore-`
  for (const name of await readdir(parent))
    if (name.startsWith(prefix) && /^[0-9a-f]{12}\.new$/.test(name.slice(prefix.length)))
      await rm(join(parent, name), { recursive: true, force: true })
}
