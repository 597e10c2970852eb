import { randomBytes } from 'node:crypto'
import type { Dirent } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** Folder inside of a folder of files for copies that are not whole. No key begins with a dot. */
const COPYING = '.copying'

/**
 * Links a file, or copies it. Leaves the file where it is: the store may repeat the transaction that keeps an upload.
 * A copy appears whole.
 *
 * @param top folder on the disk of the target, for the copy until it is whole; without one the folder of the target
 */
export async function linkOrCopy({ from, to }: { from: string; to: string }, top: string = dirname(to)): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    // Some file systems have no hard links, and none reaches another disk.
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOSPC') throw error
    const folder = join(top, COPYING)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const copy = join(folder, randomBytes(6).toString('hex'))
    try {
      await copyFile(from, copy)
      await rename(copy, to)
    } catch (failed) {
      await rm(copy, { force: true })
      throw failed
    }
  }
}

/** Lists the paths of all files below a folder; none if there is no such folder. */
export async function* filesBelow(folder: string): AsyncGenerator<string> {
  let entries: Dirent[]
  try {
    entries = await readdir(folder, { withFileTypes: true })
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else yield path
  }
}

/** Lists the keys of all files below a folder of `top`. */
export async function* keysBelow(top: string, folder = top): AsyncGenerator<string> {
  for await (const path of filesBelow(folder)) {
    const key = relative(top, path).split(sep).join('/')
    if (!key.startsWith('.')) yield key
  }
}
