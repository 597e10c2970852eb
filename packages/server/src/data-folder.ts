import { access, constants, mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** The folder a platform keeps all in, held by this process alone. */
export interface DataFolder {
  /** Absolute. */
  readonly path: string
  /** Lets another process have it. */
  close(): void
}

/** The folder cannot be used; the message is meant for the person at the terminal. */
export class DataFolderError extends Error {
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
    const made = await mkdir(path, { recursive: true, mode: 0o700 })
    await access(path, constants.R_OK | constants.W_OK)
    // It holds keys and often lies in a project's checkout.
    if (made !== undefined) await writeFile(join(path, '.gitignore'), '*\n', { flag: 'wx' })
  } catch (cause) {
    throw new DataFolderError(`The data folder ${path} cannot be used: ${reasonOf(cause)}.`, { cause })
  }
  const lock = holdLock(path, processId)
  return { path, close: () => lock.close() }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'there is a file of that name'
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return 'this user may not write there'
  return message
}

function holdLock(path: string, processId: number): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    database = new DatabaseSync(join(path, LOCK_FILE))
    // Nothing in it is worth keeping through a power cut.
    database.exec('PRAGMA synchronous = OFF; BEGIN IMMEDIATE')
    // Told to whoever comes second, who may read while the next transaction stays open, but not begin one.
    database.exec(`PRAGMA user_version = ${processId}; COMMIT; BEGIN IMMEDIATE`)
    return database
  } catch (cause) {
    const holder = database && holderOf(database)
    database?.close()
    const { errcode, message } = cause as { errcode?: number; message: string }
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

function holderOf(database: DatabaseSync): number | undefined {
  try {
    return Number(database.prepare('PRAGMA user_version').get()?.user_version) || undefined
  } catch {
    // It is just being written; the refusal stands without it.
    return undefined
  }
}
