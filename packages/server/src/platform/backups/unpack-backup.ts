import { createWriteStream } from 'node:fs'
import { mkdir, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ArchiveError } from '../../archive/archive-error.ts'
import type { ArchiveManifest } from '../../archive/manifest.ts'
import { readArchive } from '../../archive/read-archive.ts'
import type { Unseal } from '../../archive/seal.ts'
import { migrations } from '../../migrations/index.ts'
import { VERSION } from '../package-folder.ts'

/** Files are for this user only. */
const FILE_MODE = 0o600
const FOLDER_MODE = 0o700

/**
 * Refuses an archive that this program cannot restore.
 *
 * @throws ArchiveError for an export, and for a backup of a newer version
 */
function demandRestorable({ kind, migration, version }: ArchiveManifest): void {
  if (kind !== 'backup') throw new ArchiveError('The archive is an export: guildhall import reads it.')
  if (migration > migrations.length)
    throw new ArchiveError(
      `The backup was made by version ${version} with migration ${migration}; this is version ${VERSION}, which knows ${migrations.length}. Use a newer version.`,
    )
}

/**
 * Unpacks a backup into a folder that is empty, and checks it on the way.
 *
 * @throws ArchiveError for an archive that is refused, and without room for it
 */
export async function unpackBackup(file: string, unseal: Unseal, folder: string): Promise<ArchiveManifest> {
  const folders = new Set<string>()
  return readArchive(file, unseal, {
    async begin(manifest) {
      demandRestorable(manifest)
      await demandRoom(folder, manifest)
    },
    async member({ name }, bytes) {
      const path = join(folder, name)
      const parent = dirname(path)
      if (!folders.has(parent)) await mkdir(parent, { recursive: true, mode: FOLDER_MODE })
      folders.add(parent)
      await pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: FILE_MODE, flush: true }))
    },
  })
}

async function demandRoom(folder: string, { members }: ArchiveManifest): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  // Rows are there twice for a while: as lines, and in the store with its indexes.
  const needed = members.reduce((sum, { name, bytes }) => sum + bytes * (name.startsWith('tables/') ? 3 : 1), 0)
  if (needed > bavail * bsize)
    throw new ArchiveError(`The backup needs ${needed} bytes of room in ${folder}, which has ${bavail * bsize}.`)
}
