import { existsSync } from 'node:fs'
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { isAlive } from '../../kernel/processes.ts'
import { STORE_FILE } from '../backups/snapshot.ts'
import { createPlatform } from '../main.ts'
import { UpgradeError } from './upgrade-error.ts'
import { roomOf } from './upgrade-store.ts'

/** Result of a rehearsal. */
export interface Rehearsal {
  readonly ok: boolean
  readonly seconds: number
  readonly error: string | null
}

/** Rows by which a platform acts on the world outside by itself. A copy must not have them. */
export const ACTING = ['jobs', 'mails', 'push_messages', 'webhook_events', 'webhook_event_queues']

/**
 * Upgrades a copy of a store beside it, and starts it on a free port of this machine. The copy sends no mails and no
 * events, and is removed. A platform may use the store meanwhile.
 *
 * @throws UpgradeError where no platform has been, and without room
 */
export async function rehearse(data: string, secretKey: Buffer | undefined): Promise<Rehearsal> {
  const source = join(resolve(data), STORE_FILE)
  if (!existsSync(source)) throw new UpgradeError(`The data folder ${data} holds no embedded store.`)
  const { neededBytes, freeBytes } = await roomOf(source)
  // The copy, and the copy that its upgrade makes.
  if (neededBytes * 2 > freeBytes)
    throw new UpgradeError(`The rehearsal needs ${neededBytes * 2} bytes of room, and the disk has ${freeBytes}.`)
  const parent = dirname(resolve(data))
  const prefix = `${basename(resolve(data))}.rehearsal-`
  await removeUnfinished(parent, prefix)
  const folder = await mkdtemp(join(parent, `${prefix}${process.pid}-`))
  try {
    return await startCopy(folder, { data, secretKey }, async () => {
      copyStore(source, join(folder, STORE_FILE))
      return null
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes the copies of rehearsals that were killed. */
async function removeUnfinished(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const [, pid] = /^(\d+)-\w{6}$/.exec(name.slice(prefix.length)) ?? []
    if (name.startsWith(prefix) && pid !== undefined && !isAlive(Number(pid)))
      await rm(join(parent, name), { recursive: true, force: true })
  }
}

/** Copies one moment of a store, without what would act. */
function copyStore(source: string, copy: string): void {
  const database = new DatabaseSync(source)
  try {
    database.prepare('VACUUM INTO ?').run(copy)
  } finally {
    database.close()
  }
  const copied = new DatabaseSync(copy)
  try {
    const known = copied.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all()
    for (const table of ACTING) if (known.some(({ name }) => name === table)) copied.exec(`DELETE FROM ${table}`)
  } finally {
    copied.close()
  }
}

/** A copy of a platform that is to be started. */
interface CopyParts {
  /** The data folder of the platform itself, which may have its key. */
  readonly data: string
  readonly secretKey: Buffer | undefined
}

/**
 * Makes a copy of a platform, starts it once on a free port of this machine, and stops it.
 *
 * @param folder empty data folder of the copy
 * @param copy copies the rows; returns the address of the database that has them, null for the folder
 */
export async function startCopy(
  folder: string,
  { data, secretKey }: CopyParts,
  copy: () => Promise<string | null>,
): Promise<Rehearsal> {
  const startedAt = performance.now()
  const databaseUrl = await copy()
  const key = join(resolve(data), 'secret.key')
  if (existsSync(key)) await copyFile(key, join(folder, 'secret.key'))
  const error = await startOnce(folder, secretKey, databaseUrl)
  return { ok: error === null, seconds: Math.round(performance.now() - startedAt) / 1_000, error }
}

async function startOnce(
  folder: string,
  secretKey: Buffer | undefined,
  databaseUrl: string | null,
): Promise<string | null> {
  try {
    const platform = await createPlatform({
      data: folder,
      ...(databaseUrl !== null && { databaseUrl }),
      port: 0,
      host: '127.0.0.1',
      demo: false,
      outgoing: 'public',
      mailDir: join(folder, 'mails'),
      ...(secretKey && { secretKey }),
    })
    try {
      const response = await fetch(`${platform.listen}/api/v10/gateway`)
      return response.ok ? null : `the platform responds with ${response.status}`
    } finally {
      await platform.close()
    }
  } catch (error) {
    return (error as Error).message
  }
}
