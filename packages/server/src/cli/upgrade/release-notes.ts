import { execFile } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { createGunzip } from 'node:zlib'
import { TarReader } from '../../archive/tar.ts'
import { UserError } from '../../kernel/user-error.ts'
import { notesBetween } from './notes-between.ts'

/** A version of the program, and what is new in it. */
export interface Release {
  readonly version: string
  /** Notes of the versions after the present one; null if the package has none. */
  readonly notes: string | null
}

const NPM_MAX_MS = 15_000
/** Larger files of a package are not read. */
const FILE_BYTES_MAX = 4 * 1024 * 1024
const MANIFEST = 'package/package.json'
const CHANGELOG = 'package/CHANGELOG.md'

/**
 * Reads the version of a tarball, and its notes after another version.
 *
 * @throws UserError for a file that is no tarball of this program
 */
export async function releaseOfTarball(path: string, since: string): Promise<Release> {
  try {
    const files = new Map<string, string>()
    const source = createReadStream(path)
    const gunzip = createGunzip()
    source.once('error', (error) => gunzip.destroy(error))
    const tar = new TarReader(source.pipe(gunzip))
    for (let entry = await tar.next(); entry !== null; entry = await tar.next()) {
      const content = tar.content(entry.bytes)
      if ([MANIFEST, CHANGELOG].includes(entry.name) && entry.bytes <= FILE_BYTES_MAX)
        files.set(entry.name, await text(content))
      else for await (const _ of content);
    }
    const { name, version } = JSON.parse(files.get(MANIFEST) ?? '{}') as { name?: unknown; version?: unknown }
    if (name !== 'guildhall' || typeof version !== 'string') throw new Error('it is no package guildhall')
    const changelog = files.get(CHANGELOG)
    return { version, notes: changelog === undefined ? null : notesBetween(changelog, since, version) }
  } catch (cause) {
    throw new UserError(`${JSON.stringify(path)} cannot be read: ${(cause as Error).message}.`, { cause })
  }
}

/** Returns the notes of a version that npm downloads; null without a network, and if npm does not know it. */
export async function notesFromNpm(version: string, since: string): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-notes-'))
  try {
    const options = ['--pack-destination', folder, '--fetch-retries=0', '--loglevel=silent']
    await promisify(execFile)('npm', ['pack', `guildhall@${version}`, ...options], { timeout: NPM_MAX_MS })
    const [tarball] = await readdir(folder)
    return tarball === undefined ? null : (await releaseOfTarball(join(folder, tarball), since)).notes
  } catch {
    return null
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
