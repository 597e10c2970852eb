import { createReadStream, existsSync } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathOfKey, UNFINISHED_FILE } from '../../adapters/files/file-system.ts'
import { keysBelow, linkOrCopy } from '../../adapters/files/file-tree.ts'
import { syncFolder, writeFileAtomically } from '../../kernel/atomic-file.ts'
import { type FilesEnd, factsOf } from './files-end.ts'

/** Folder of files that are not whole yet. No key begins with a dot. */
const INCOMING = '.incoming'

/** Returns a folder as an end of a move. */
export function folderEnd(top: string): FilesEnd {
  const marker = join(top, UNFINISHED_FILE)
  const incoming = join(top, INCOMING)
  let count = 0
  const read = async (key: string) => {
    const path = pathOfKey(top, key)
    return (await isFile(path)) ? factsOf(createReadStream(path)) : null
  }
  return {
    name: top,
    list: () => keysBelow(top),
    facts: read,
    read,
    async fetch(key, path) {
      const from = pathOfKey(top, key)
      if (!(await isFile(from))) return false
      await linkOrCopy({ from, to: path })
      return true
    },
    async put(key, path) {
      count += 1
      const [to, copy] = [pathOfKey(top, key), join(incoming, String(count))]
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      await mkdir(dirname(to), { recursive: true, mode: 0o700 })
      await rm(copy, { force: true })
      await copyFile(path, copy)
      await syncFile(copy)
      await rename(copy, to)
    },
    isMarked: async () => existsSync(marker),
    async mark() {
      await mkdir(top, { recursive: true, mode: 0o700 })
      await writeFileAtomically(marker, 'Run guildhall move-store again.\n')
    },
    async unmark() {
      await rm(incoming, { recursive: true, force: true })
      await rm(marker, { force: true })
      await syncFolder(top)
    },
    close: () => undefined,
  }
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return false
      throw error
    },
  )
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.chmod(0o600)
    await file.sync()
  } finally {
    await file.close()
  }
}
