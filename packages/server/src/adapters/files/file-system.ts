import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { writeFileAtomically } from '../../kernel/atomic-file.ts'
import type { FileStore } from '../../kernel/files.ts'

/** Files below a folder; without one, below a temporary folder that is removed on close. */
export async function fileSystemStore(folder: string | null): Promise<FileStore> {
  const root = folder ?? (await mkdtemp(join(tmpdir(), 'guildhall-')))
  const uploadDir = join(root, 'uploads')
  await rm(uploadDir, { recursive: true, force: true })
  await mkdir(uploadDir, { recursive: true, mode: 0o700 })
  const pathOf = (key: string) => {
    if (key.split('/').some((part) => part === '' || part === '.' || part === '..' || part.includes('\\'))) {
      throw new Error(`Not a file key: ${key}`)
    }
    return join(root, 'files', key)
  }
  const ready = async (key: string) => {
    const path = pathOf(key)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    return path
  }
  return {
    uploadDir,
    async keep(upload, key) {
      await rename(upload.path, await ready(key))
    },
    async write(key, bytes) {
      await writeFileAtomically(await ready(key), bytes)
    },
    async open(key) {
      const path = pathOf(key)
      const found = await stat(path).catch(() => null)
      if (!found?.isFile()) return null
      return { sizeBytes: found.size, read: (range) => createReadStream(path, range) }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    async close() {
      if (folder === null) await rm(root, { recursive: true, force: true })
    },
  }
}
