import { copyFile, link, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backup } from 'node:sqlite'
import { openSqlite } from '../../adapters/sqlite/sqlite-store.ts'
import { syncFolder } from '../../kernel/atomic-file.ts'
import { type MigrationStep, migrate } from '../../kernel/store/migrate.ts'
import { holdStore, renameHeld } from './hold-store.ts'
import { UpgradeError } from './upgrade-error.ts'

type Migrations = readonly (readonly MigrationStep[])[]

/** Share of a store that its copy may need besides: indexes of migrations, and the journal. */
const GROWTH = 1.5
/** Room that even a small store's upgrade needs. */
const ROOM_MIN_BYTES = 16 * 1024 * 1024
const UNFINISHED = '.upgrading'
const BEFORE = '.before-'
/** Time for which the former store is kept. */
const KEPT_MS = 7 * 86_400_000

/** Returns the room that the upgrade of a store needs, and the room that there is. */
export async function roomOf(path: string): Promise<{ neededBytes: number; freeBytes: number }> {
  const [{ size }, { bavail, bsize }] = [await stat(path), await statfs(dirname(path))]
  return { neededBytes: Math.max(ROOM_MIN_BYTES, Math.ceil(size * GROWTH)), freeBytes: bavail * bsize }
}

/**
 * Upgrades a copy of an embedded store, checks it, and puts it in the place of the store, which stays beside it. The
 * store is closed, and its folder locked. A kill at any moment leaves one of the two.
 *
 * @throws UpgradeError without room, while another process reads the store, and if the migration fails
 */
export async function upgradeStore(path: string, migrations: Migrations): Promise<void> {
  const copy = path + UNFINISHED
  await removeFile(copy)
  const { neededBytes, freeBytes } = await roomOf(path)
  if (neededBytes > freeBytes)
    throw new UpgradeError(
      `The upgrade of ${path} needs ${neededBytes} bytes of room, and the disk has ${freeBytes}. Nothing was changed.`,
    )
  const held = holdStore(path)
  try {
    await backup(held, copy)
    await migrateCopy(copy, migrations)
  } catch (cause) {
    held.close()
    await removeFile(copy)
    throw new UpgradeError(
      `The store ${path} cannot be upgraded: ${(cause as Error).message}. It is as it was. If it is damaged, guildhall restore makes one out of a backup.`,
      { cause },
    )
  }
  await renameHeld(held, () => replaceStore(path, copy, `${path}${BEFORE}${migrations.length}`))
}

/** Puts a copy in the place of a store, which keeps another name. Older ones go. */
async function replaceStore(path: string, copy: string, former: string): Promise<void> {
  await rm(former, { force: true })
  await linkOrCopyWhole(path, former)
  await syncFolder(dirname(path))
  await rename(copy, path)
  await syncFolder(dirname(path))
  for (const { name } of await formerStores(path)) if (name !== former) await rm(name)
}

/** Removes a database with its journals. */
async function removeFile(path: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(path + suffix, { force: true })
}

async function migrateCopy(copy: string, migrations: Migrations): Promise<void> {
  const store = openSqlite(copy)
  try {
    await migrate(store, migrations)
    await store.read(async (session) => {
      const [found] = await session.raw<{ quick_check: string }>('PRAGMA quick_check(1)')
      if (found?.quick_check !== 'ok') throw new Error(`it is damaged: ${found?.quick_check}`)
      const [broken] = await session.raw<{ table: string }>('PRAGMA foreign_key_check')
      if (broken) throw new Error(`rows of ${broken.table} refer to rows that are not there`)
    })
  } finally {
    await store.close()
  }
  const file = await open(copy, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Gives a file a second name. Some file systems have none, and then it is copied under a name of its own first. */
async function linkOrCopyWhole(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch {
    await copyFile(from, `${to}.new`)
    await rename(`${to}.new`, to)
  }
}

/** A store that an upgrade has replaced. */
export interface FormerStore {
  /** Path of its file. */
  readonly name: string
  /** Number of the migration that it was upgraded to. */
  readonly migration: number
  /** Wall-clock time of the upgrade. */
  readonly at: number
}

/** Returns the stores that upgrades have replaced, the newest first. */
export async function formerStores(path: string): Promise<FormerStore[]> {
  const folder = dirname(path)
  const prefix = path.slice(folder.length + 1) + BEFORE
  const found: FormerStore[] = []
  for (const name of await readdir(folder)) {
    const number = name.slice(prefix.length)
    if (!name.startsWith(prefix) || !/^\d+$/.test(number)) continue
    const file = join(folder, name)
    found.push({ name: file, migration: Number(number), at: (await stat(file)).ctimeMs })
  }
  return found.sort((a, b) => b.migration - a.migration)
}

/** Removes the stores that upgrades replaced a week ago. */
export async function removeFormerStores(path: string, now: number): Promise<void> {
  for (const { name, at } of await formerStores(path)) if (at < now - KEPT_MS) await rm(name, { force: true })
}
