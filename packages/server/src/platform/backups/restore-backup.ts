import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { ArchiveError } from '../../archive/archive-error.ts'
import type { ArchiveManifest } from '../../archive/manifest.ts'
import type { Unseal } from '../../archive/seal.ts'
import { syncFolder, writeFileAtomically } from '../../kernel/atomic-file.ts'
import { openDataFolder } from '../data-folder.ts'
import { exchangeMarker } from '../exchanged-folder.ts'
import { fillStore } from './restored-store.ts'
import { openPlace, STORE_FILE } from './snapshot.ts'
import { unpackBackup } from './unpack-backup.ts'

/** Place of a restored backup, and choices about it. */
export interface RestoreOptions {
  readonly file: string
  readonly unseal: Unseal
  /** Path of the data folder. */
  readonly data: string
  readonly databaseUrl: string | null
  /** Whether what is there is put aside. */
  readonly replace: boolean
  /** Whether people have to sign in again. */
  readonly signOut: boolean
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
      const manifest = await restoreInto(staging, options)
      await exchange(staging, target)
      return manifest
    } finally {
      await rm(staging, { recursive: true, force: true })
    }
  } finally {
    lock?.close()
  }
}

async function restoreInto(staging: string, options: RestoreOptions): Promise<ArchiveManifest> {
  const manifest = await unpackBackup(options.file, options.unseal, staging)
  const rows = {
    manifest,
    pathOf: (table: string) => join(staging, 'tables', `${table}.ndjson`),
    hasFile: (key: string) => existsSync(join(staging, 'files', key)),
    signOut: options.signOut,
  }
  if (options.databaseUrl === null) await fillEmbedded(staging, rows)
  else {
    const { fillDatabase } = await import('./restored-database.ts')
    await fillDatabase(options.databaseUrl, rows, { replace: options.replace })
  }
  await rm(join(staging, 'tables'), { recursive: true, force: true })
  await writeFileAtomically(join(staging, '.gitignore'), '*\n')
  await chmod(staging, 0o700)
  return manifest
}

async function fillEmbedded(staging: string, rows: Parameters<typeof fillStore>[1]): Promise<void> {
  const store = await openPlace({ data: staging, databaseUrl: null })
  try {
    await fillStore(store, rows)
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

/** Puts a folder in the place of another one, which is kept under a name with the time. */
async function exchange(staging: string, target: string): Promise<void> {
  const parent = dirname(target)
  if (!(await holdsSomething(target))) {
    await rmdir(target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
    await rename(staging, target)
    return syncFolder(parent)
  }
  const former = `${target}.before-${new Date().toISOString().replaceAll(/[-:.]/g, '')}`
  // A start in between finds the marker, and puts the former folder back.
  const marker = exchangeMarker(target)
  await writeFileAtomically(marker, `${basename(former)}\n`)
  await rename(target, former)
  await rename(staging, target)
  await syncFolder(parent)
  await rm(marker)
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
