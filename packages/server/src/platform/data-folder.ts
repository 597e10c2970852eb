import { closeSync, openSync, rmSync } from 'node:fs'
import { access, chmod, constants, mkdir, readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { writeFileAtomically } from '../kernel/atomic-file.ts'
import { UserError } from '../kernel/user-error.ts'
import { settleExchange } from './exchanged-folder.ts'

/** The folder a platform keeps all in, held by this process alone. */
export interface DataFolder {
  /** Absolute. */
  readonly path: string
  /** Lets another process have it. */
  close(): void
}

/** The folder cannot be used; the message is meant for the person at the terminal. */
export class DataFolderError extends UserError {
  override readonly name: string = 'DataFolderError'
}

export class DataFolderInUseError extends DataFolderError {
  override readonly name = 'DataFolderInUseError'
}

const LOCK_FILE = 'lock.db'

/**
 * Opens the folder, made where it is missing, and holds a lock on it. The lock is a transaction of a SQLite file: the
 * operating system ends it with the process, also after kill -9, on every system and within one process too, which
 * neither a file with a process id nor `flock` gives.
 * @throws DataFolderInUseError when another process holds it, DataFolderError when it cannot be made or written
 */
export async function openDataFolder(folder: string, processId: number = process.pid): Promise<DataFolder> {
  const path = resolve(folder)
  try {
    await settleExchange(path, demandDatabase(path))
    await mkdir(path, { recursive: true, mode: 0o700 })
    await access(path, constants.R_OK | constants.W_OK)
    const entries = await closeToOthers(path)
    // It holds keys and often lies in a project's checkout. A start that was killed may have left the folder empty.
    if (entries.every((name) => name.endsWith('.new'))) await writeFileAtomically(join(path, '.gitignore'), '*\n')
  } catch (cause) {
    if (cause instanceof DataFolderError) throw cause
    throw new DataFolderError(`The data folder ${path} cannot be used: ${reasonOf(cause)}.`, { cause })
  }
  const lock = holdLock(path, processId)
  return { path, close: () => lock.close() }
}

/** Returns a function that refuses a folder whose restore a database decides about. @throws DataFolderError */
export function demandDatabase(path: string): () => never {
  return () => {
    throw new DataFolderError(
      `A restore of ${path} into PostgreSQL was ended before its end. Run it again, or start the platform, with its --database-url.`,
    )
  }
}

/**
 * Takes the folder and what lies directly in it away from other users, whatever modes an earlier start or the operator
 * left; folders in it protect what they hold. Returns the names of the entries.
 */
async function closeToOthers(path: string): Promise<string[]> {
  await restrict(path, 0o700)
  const entries = await readdir(path, { withFileTypes: true })
  for (const entry of entries) {
    if (entry.isFile()) await restrict(join(path, entry.name), 0o600)
    else if (entry.isDirectory()) await restrict(join(path, entry.name), 0o700)
  }
  return entries.map(({ name }) => name)
}

async function restrict(path: string, mode: number): Promise<void> {
  try {
    await chmod(path, mode)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // A mounted volume can belong to another user, who decides its modes; a file may have gone meanwhile.
    if (code !== 'EPERM' && code !== 'ENOENT' && code !== 'ENOTSUP') throw error
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'there is a file of that name'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'this user may not write there'
  return message
}

function holdLock(path: string, processId: number, repairs = true): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    const file = join(path, LOCK_FILE)
    // SQLite gives its journal the mode of the database file.
    closeSync(openSync(file, 'a', 0o600))
    database = new DatabaseSync(file)
    // Nothing in it is worth keeping through a power cut.
    database.exec('PRAGMA synchronous = OFF; BEGIN IMMEDIATE')
    // Told to whoever comes second, who may read while the next transaction stays open, but not begin one.
    database.exec(`PRAGMA user_version = ${processId}; COMMIT; BEGIN IMMEDIATE`)
    return database
  } catch (cause) {
    const holder = database && holderOf(database)
    database?.close()
    const { errcode, message } = cause as { errcode?: number; message: string }
    // A damaged lock file holds nothing, and nobody can hold it.
    if (repairs && (errcode === SQLITE_CORRUPT || errcode === SQLITE_NOTADB)) {
      rmSync(join(path, LOCK_FILE))
      return holdLock(path, processId, false)
    }
    if (errcode !== SQLITE_BUSY)
      throw new DataFolderError(`The data folder ${path} cannot be locked: ${message}.`, { cause })
    throw new DataFolderInUseError(
      `The data folder ${path} is in use by another Guildhall${holder ? ` (process ${holder})` : ''}. ` +
        'Stop that one, or choose another folder with --data, or --data :memory: to keep nothing.',
      { cause },
    )
  }
}

const SQLITE_BUSY = 5
const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

function holderOf(database: DatabaseSync): number | undefined {
  try {
    return Number(database.prepare('PRAGMA user_version').get()?.user_version) || undefined
  } catch {
    // It is just being written; the refusal stands without it.
    return undefined
  }
}
