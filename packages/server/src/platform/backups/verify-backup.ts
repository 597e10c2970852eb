import { ArchiveError } from '../../archive/archive-error.ts'
import { linesOf } from '../../archive/lines.ts'
import type { ArchiveManifest } from '../../archive/manifest.ts'
import { readArchive } from '../../archive/read-archive.ts'
import type { Unseal } from '../../archive/seal.ts'

const TABLE = /^tables\/(\w+)\.ndjson$/
const TABLES_OF_FILES = ['file_uses', 'stored_files']

/**
 * Reads a whole archive, and checks hashes, rows, counts and the presence of files. It writes nothing.
 *
 * @throws ArchiveError for an archive that could not be restored by any version
 */
export async function verifyBackup(file: string, unseal: Unseal): Promise<ArchiveManifest> {
  const counts: Record<string, number> = {}
  const present = new Set<string>()
  const named = new Set<string>()
  const manifest = await readArchive(file, unseal, {
    begin({ members }) {
      for (const { name } of members) if (name.startsWith('files/')) present.add(name.slice('files/'.length))
    },
    async member({ name }, bytes) {
      const [, table] = TABLE.exec(name) ?? []
      if (table === undefined) for await (const _ of bytes);
      else counts[table] = await countRows(bytes, (row) => note(table, row))
    },
  })
  function note(table: string, row: object): void {
    if (TABLES_OF_FILES.includes(table) && 'key' in row && !present.has(String(row.key))) named.add(String(row.key))
  }
  if (manifest.kind === 'export') return manifest
  for (const [table, count] of Object.entries(manifest.counts))
    if (counts[table] !== count)
      throw new ArchiveError(
        `The archive has ${counts[table] ?? 'no'} rows of ${table}, and its manifest says ${count}.`,
      )
  const missing = new Set(manifest.missing)
  const lost = [...named].find((key) => !missing.has(key))
  if (lost !== undefined && !manifest.without_files)
    throw new ArchiveError(`The archive is damaged: the file ${lost} is missing.`)
  return manifest
}

async function countRows(bytes: AsyncIterable<Uint8Array>, note: (row: object) => void): Promise<number> {
  let count = 0
  for await (const line of linesOf(bytes)) {
    count += 1
    try {
      note(JSON.parse(line) as object)
    } catch (cause) {
      throw new ArchiveError('The archive is damaged: a line is no row.', { cause })
    }
  }
  return count
}
