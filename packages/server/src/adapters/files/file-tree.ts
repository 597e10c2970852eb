import type { Dirent } from 'node:fs'
import { copyFile, link, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/**
 * Links a file, or copies it. Leaves the file where it is: the store may repeat the transaction that keeps an upload.
 */
export async function linkOrCopy({ from, to }: { from: string; to: string }): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    // Some file systems have no hard links.
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOSPC') throw error
    await copyFile(from, to)
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
  for await (const path of filesBelow(folder)) yield relative(top, path).split(sep).join('/')
}
