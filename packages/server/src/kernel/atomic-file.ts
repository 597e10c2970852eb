import { randomBytes } from 'node:crypto'
import { open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Writes a file so that a crash or power cut leaves either the former file or the whole new one. The content and the
 * rename are flushed to disk before the promise resolves. `mode` also replaces the mode of an existing file. A crash
 * leaves the unfinished file beside it, or in `temporaryFolder`, which is on the same disk.
 */
export async function writeFileAtomically(
  path: string,
  content: string | Uint8Array,
  options: { mode?: number; temporaryFolder?: string } = {},
): Promise<void> {
  const { mode = 0o600, temporaryFolder } = options
  // Its own name: two writers of one file must not share it.
  const suffix = `${randomBytes(6).toString('hex')}.new`
  const temporary = temporaryFolder === undefined ? `${path}.${suffix}` : join(temporaryFolder, suffix)
  const file = await open(temporary, 'wx', mode)
  try {
    // The umask may have narrowed the mode.
    await file.chmod(mode)
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
  await syncFolder(dirname(path))
}

/** Flushes the names of a folder to disk. */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
