import { createHash, randomBytes } from 'node:crypto'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import { syncFolder } from '../kernel/atomic-file.ts'
import { isAlive } from '../kernel/processes.ts'
import { ArchiveError } from './archive-error.ts'
import { type ArchiveManifest, type ArchiveMember, MANIFEST_BYTES_MAX, MANIFEST_NAME } from './manifest.ts'
import { type Seal, sealed } from './seal.ts'
import { headerBlocks, padding, TAR_END } from './tar.ts'

/** Returns the bytes of a member. It is called once, when the members before it are written. */
export type ReadMember = (member: ArchiveMember) => AsyncIterable<Uint8Array>

/** Only the operator may read an archive: one that is not encrypted holds secrets. */
const MODE = 0o600

/**
 * Writes an archive. It appears under its name when it is whole and on the disk. A failure leaves nothing; a kill
 * leaves an unfinished file beside it. Returns its bytes.
 *
 * @throws ArchiveError when a member is not what the manifest says
 */
export async function writeArchive(
  path: string,
  manifest: ArchiveManifest,
  { seal, read }: { seal: Seal; read: ReadMember },
): Promise<number> {
  const text = Buffer.from(JSON.stringify(manifest))
  if (text.length > MANIFEST_BYTES_MAX)
    throw new ArchiveError(`The archive would have a manifest of ${text.length} bytes: there are too many files.`)
  const temporary = `${path}.${process.pid}-${randomBytes(6).toString('hex')}.new`
  const file = await open(temporary, 'wx', MODE)
  try {
    const seals = (source: AsyncIterable<Uint8Array>) => (seal === null ? source : sealed(source, seal))
    const target = file.createWriteStream({ flush: true })
    await pipeline(tarOf(manifest, { text, read }), createZstdCompress(), seals, target)
    const { size } = await stat(temporary)
    await rename(temporary, path)
    await syncFolder(dirname(path))
    return size
  } catch (error) {
    await file.close().catch(() => undefined)
    await rm(temporary, { force: true })
    throw error
  }
}

const UNFINISHED = /^(.+)\.(\d+)-[0-9a-f]{12}\.new$/

/** Removes the unfinished archives of processes that have ended, for archives of some names. */
export async function removeUnfinishedArchives(folder: string, isOurs: (name: string) => boolean): Promise<void> {
  for (const entry of await readdir(folder)) {
    const [, name = '', pid] = UNFINISHED.exec(entry) ?? []
    if (isOurs(name) && !isAlive(Number(pid))) await rm(join(folder, entry), { force: true })
  }
}

async function* tarOf(
  { members, created_at }: ArchiveManifest,
  { text, read }: { text: Buffer; read: ReadMember },
): AsyncGenerator<Uint8Array> {
  const mtimeMs = Date.parse(created_at)
  yield headerBlocks({ name: MANIFEST_NAME, bytes: text.length }, mtimeMs)
  yield text
  yield padding(text.length)
  for (const member of members) {
    yield headerBlocks(member, mtimeMs)
    yield* unchanged(member, read(member))
    yield padding(member.bytes)
  }
  yield TAR_END
}

/** Passes the bytes of a member on, which must be those that the manifest states. */
async function* unchanged(
  { name, bytes, sha256 }: ArchiveMember,
  content: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let left = bytes
  for await (const chunk of content) {
    left -= chunk.length
    if (left < 0) break
    hash.update(chunk)
    yield chunk
  }
  if (left !== 0 || hash.digest('hex') !== sha256)
    throw new ArchiveError(`${name} changed while the archive was written.`)
}
