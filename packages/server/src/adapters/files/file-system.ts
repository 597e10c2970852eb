import { createReadStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, rmdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { writeFileAtomically } from '../../kernel/atomic-file.ts'
import type { FileStore } from '../../kernel/files.ts'
import { UserError } from '../../kernel/user-error.ts'
import { DiskRoom } from './disk-room.ts'
import { filesBelow, keysBelow, linkOrCopy } from './file-tree.ts'
import { inSharedFolder } from './shared-folder.ts'

const TRIES_MAX = 5

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** Runs `put` in the folder of a file, again when a removal took an empty folder away meanwhile. */
async function inFolder(path: string, put: (path: string) => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      return await put(path)
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || tries === TRIES_MAX) throw error
    }
  }
}

/** File of a folder of files that says that files are still being moved there. */
export const UNFINISHED_FILE = '.unfinished-move'

/**
 * Stores files in a data folder; without one, in a temporary folder that is removed on close.
 *
 * @param filesFolder folder of the files themselves, which may be on another disk. Default: `files/` in the data folder
 * @throws UserError for a folder to which files are still being moved
 */
export async function fileSystemStore(folder: string | null, filesFolder: string | null = null): Promise<FileStore> {
  const root = folder ?? (await mkdtemp(join(tmpdir(), 'guildhall-')))
  const uploadDir = join(root, 'uploads')
  await rm(uploadDir, { recursive: true, force: true })
  // Copies end with the process that took them.
  await rm(join(root, 'copies'), { recursive: true, force: true })
  await mkdir(uploadDir, { recursive: true, mode: 0o700 })
  const top = filesFolder ?? join(root, 'files')
  if (existsSync(join(top, UNFINISHED_FILE)))
    throw new UserError(`Files are still being moved to ${top}. Run guildhall move-store, or restore, again.`)
  const pathOf = (key: string) => pathOfKey(top, key)
  const copyOf = (name: string) => join(root, 'copies', name, 'files')
  const room = new DiskRoom(root)
  const store: FileStore = {
    uploadDir,
    remote: null,
    setReserve: (bytes) => room.setReserve(bytes),
    freeBytes: () => room.freeBytes(),
    claim: (bytes) => room.claim(bytes),
    async keep(upload, key) {
      await inFolder(pathOf(key), (path) => linkOrCopy({ from: upload.path, to: path }, top))
    },
    async write(key, bytes) {
      const temporary = filesFolder === null ? { temporaryFolder: uploadDir } : {}
      await inFolder(pathOf(key), (path) => writeFileAtomically(path, bytes, temporary))
    },
    async open(key) {
      const path = pathOf(key)
      const found = await stat(path).catch(() => null)
      if (!found?.isFile()) return null
      return { sizeBytes: found.size, read: (range) => createReadStream(path, range) }
    },
    async remove(key) {
      const path = pathOf(key)
      await rm(path, { force: true })
      const [kind = ''] = key.split('/')
      await removeEmptyFolders(dirname(path), join(top, kind))
    },
    async *list(folder) {
      yield* keysBelow(top, folder === '' ? top : pathOf(folder))
    },
    copies: {
      async keep(name) {
        await rm(copyOf(name), { recursive: true, force: true })
        await linkFolder(top, copyOf(name))
      },
      async put(name) {
        await rm(top, { recursive: true, force: true })
        await linkFolder(copyOf(name), top)
      },
      async remove(name) {
        await rm(copyOf(name), { recursive: true, force: true })
      },
    },
    async close() {
      if (folder === null) await rm(root, { recursive: true, force: true })
    },
  }
  return filesFolder === null ? store : inSharedFolder(store, top)
}

/** Returns the path of a file. @throws Error for a key that leaves the folder */
export function pathOfKey(top: string, key: string): string {
  if (key.split('/').some((part) => part === '' || part === '.' || part === '..' || /[\\\0]/.test(part)))
    throw new Error(`Not a file key: ${key}`)
  return join(top, key)
}

/**
 * Links all files below a folder into another, with the same names. Files never change in place, so that a link
 * serves as a copy.
 */
async function linkFolder(from: string, to: string): Promise<void> {
  for await (const path of filesBelow(from)) {
    const target = join(to, relative(from, path))
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await linkOrCopy({ from: path, to: target })
  }
}

/** Each attachment has its own folder. */
async function removeEmptyFolders(folder: string, top: string): Promise<void> {
  for (let path = folder; path !== top; path = dirname(path)) {
    try {
      await rmdir(path)
    } catch (error) {
      // Not empty any more, or gone: another file came or went.
      if (codeOf(error) === 'ENOENT') continue
      if (codeOf(error) === 'ENOTEMPTY' || codeOf(error) === 'EEXIST') return
      throw error
    }
  }
}
