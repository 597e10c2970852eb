import { existsSync } from 'node:fs'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '@guildhall/protocol'
import type { FileStore } from '../../kernel/files.ts'

/**
 * File by which a folder of files is known. Without it the folder is away: its disk is not mounted, and what is written
 * below the mount point would be lost to other nodes. No key begins with a dot.
 */
const MARKER = '.guildhall-files'
const RETRY_AFTER_S = 5
/** Codes of the system for a disk that cannot be reached now. A full disk is none of them. */
const AWAY: ReadonlySet<unknown> = new Set(
  'EACCES EPERM EROFS ENOTDIR EIO ESTALE ENODEV ENXIO ENOTCONN EHOSTDOWN EHOSTUNREACH ETIMEDOUT'.split(' '),
)

/**
 * Returns the store of a folder that may be on another disk or machine, and be away at times.
 *
 * @returns a store whose methods fail with OVERLOADED (503) while the folder is away
 */
export async function inSharedFolder(store: FileStore, top: string): Promise<FileStore> {
  const marker = join(top, MARKER)
  const begin = async () => {
    if (existsSync(marker)) return
    await mkdir(top, { recursive: true, mode: 0o700 })
    await writeFile(marker, 'Files of Guildhall are in this folder. Without this file, they are away.\n')
  }
  const demand = async () => {
    await stat(marker).catch((cause: unknown) => {
      throw unavailable(top, cause)
    })
  }
  const run = async <T>(task: () => Promise<T>): Promise<T> => {
    try {
      return await task()
    } catch (error) {
      throw AWAY.has((error as NodeJS.ErrnoException).code) ? unavailable(top, error) : error
    }
  }
  const within = async <T>(task: () => Promise<T>): Promise<T> => {
    await demand()
    return run(task)
  }
  await begin()
  return {
    ...store,
    keep: (upload, key) => within(() => store.keep(upload, key)),
    write: (key, bytes) => within(() => store.write(key, bytes)),
    async open(key) {
      const found = await run(() => store.open(key))
      if (found === null) await demand()
      return found
    },
    // A file of a folder that is away is not removed yet.
    remove: (key) => within(() => store.remove(key)),
    async *list(folder) {
      await demand()
      yield* store.list(folder)
    },
    copies: store.copies && {
      ...store.copies,
      async put(name) {
        await store.copies?.put(name)
        await begin()
      },
    },
  }
}

function unavailable(top: string, cause: unknown): ApiError {
  const reason = `the folder of files ${top} is away: ${(cause as Error).message}`
  return new ApiError('OVERLOADED', { reason, cause, extra: { retry_after: RETRY_AFTER_S } })
}
