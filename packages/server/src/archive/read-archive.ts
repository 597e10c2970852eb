import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { ArchiveError } from './archive-error.ts'
import {
  type ArchiveManifest,
  type ArchiveMember,
  MANIFEST_BYTES_MAX,
  MANIFEST_NAME,
  parseManifest,
} from './manifest.ts'
import { AGE_MAGIC, type Unseal, unsealed } from './seal.ts'
import { BLOCK, type TarEntry, TarReader } from './tar.ts'

/** Consumer of an archive, called while it is read. */
export interface ArchiveUse {
  /** Receives the manifest before any member. It refuses an archive by throwing. */
  begin?(manifest: ArchiveManifest): Promise<void> | void
  /** Consumes the bytes of a member. Its results count only once the whole archive was read. */
  member(member: ArchiveMember, bytes: AsyncIterable<Uint8Array>): Promise<void>
}

type Bytes = AsyncIterable<Uint8Array>

const ZSTD_MAGIC = Buffer.from([0x28, 0xb5, 0x2f, 0xfd])
/** Bytes that are decompressed before they are asked for. */
const AHEAD_BYTES = 1024 * 1024
/** Bytes of headers that a member may have: one for long names, and its own. */
const HEADER_BYTES_MAX = 8 * BLOCK

/**
 * Reads an archive from the beginning to its end, and checks it: plain files only, exactly those of the manifest, with
 * their sizes and hashes. Memory is bounded by the manifest.
 *
 * @throws ArchiveError for a wrong key, and for an archive that is damaged, cut off, foreign or of a newer format
 */
export async function readArchive(path: string, unseal: Unseal, use: ArchiveUse): Promise<ArchiveManifest> {
  const isSealed = await kindOf(path)
  if (isSealed && unseal === null)
    throw new ArchiveError(
      `${path} is encrypted: give the recovery key with --identity FILE, or --passphrase-file FILE.`,
    )
  const bound = new Bound(AHEAD_BYTES)
  const source = createReadStream(path)
  const opened = isSealed && unseal ? unsealed(source, unseal) : source
  const tar = new TarReader(bound.limited(decompressed(opened)))
  try {
    return await readEntries(tar, bound, use)
  } catch (error) {
    throw causeOf(error)
  } finally {
    await tar.close()
    source.destroy()
  }
}

async function* decompressed(source: Bytes): Bytes {
  const decompress = createZstdDecompress()
  // Its errors come out of the iteration.
  pipeline(source, decompress).catch(() => undefined)
  yield* decompress
}

async function readEntries(tar: TarReader, bound: Bound, use: ArchiveUse): Promise<ArchiveManifest> {
  const first = await tar.next()
  if (first?.name !== MANIFEST_NAME)
    throw new ArchiveError('The archive is no archive of Guildhall: it does not begin with a manifest.')
  const manifest = parseManifest(await textOf(tar, bound, first))
  const left = new Map(manifest.members.map((member) => [member.name, member]))
  bound.allow(manifest.members.reduce((sum, member) => sum + member.bytes + BLOCK + HEADER_BYTES_MAX, 0))
  await use.begin?.(manifest)
  for (let entry = await tar.next(); entry !== null; entry = await tar.next()) {
    const { name, bytes } = entry
    const member = left.get(name)
    if (!member) throw new ArchiveError(`The archive is refused: its manifest has no ${JSON.stringify(name)}.`)
    if (bytes !== member.bytes)
      throw new ArchiveError(
        `The archive is refused: ${name} has ${bytes} bytes, and the manifest says ${member.bytes}.`,
      )
    left.delete(name)
    await use.member(member, checked(tar.content(bytes), member))
  }
  const [missing] = left.keys()
  if (missing !== undefined) throw new ArchiveError(`The archive is cut off: ${missing} is missing.`)
  return manifest
}

/** Passes the bytes of a member on, and checks their hash at the end. */
async function* checked(entry: Bytes, { name, sha256 }: ArchiveMember): Bytes {
  const hash = createHash('sha256')
  for await (const chunk of entry) {
    hash.update(chunk)
    yield chunk
  }
  if (hash.digest('hex') !== sha256) throw new ArchiveError(`The archive is damaged: ${name} has another hash.`)
}

async function textOf(tar: TarReader, bound: Bound, { bytes }: TarEntry): Promise<string> {
  if (bytes > MANIFEST_BYTES_MAX) throw new ArchiveError(`The archive is refused: its manifest has ${bytes} bytes.`)
  bound.allow(bytes)
  return (await buffer(tar.content(bytes))).toString()
}

/** Limits the bytes that come out of the decompression: a small file may hold a very large one. */
class Bound {
  #left: number

  constructor(bytes: number) {
    this.#left = bytes
  }

  allow(bytes: number): void {
    this.#left += bytes
  }

  async *limited(source: Bytes): Bytes {
    for await (const chunk of source) {
      this.#left -= chunk.length
      if (this.#left < 0) throw new ArchiveError('The archive is refused: it has more bytes than its manifest says.')
      yield chunk
    }
  }
}

/** Returns whether a file is encrypted. @throws ArchiveError for a file that is no archive */
async function kindOf(path: string): Promise<boolean> {
  let beginning: Buffer
  try {
    const file = await open(path, 'r')
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(AGE_MAGIC.length), 0, AGE_MAGIC.length, 0)
      beginning = buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (cause) {
    throw new ArchiveError(`${path} cannot be read: ${(cause as NodeJS.ErrnoException).code}.`, { cause })
  }
  if (beginning.equals(AGE_MAGIC)) return true
  if (beginning.subarray(0, ZSTD_MAGIC.length).equals(ZSTD_MAGIC)) return false
  throw new ArchiveError(`${path} is no archive of Guildhall.`)
}

/** Returns the error that ended the reading. Errors of the disk that is unpacked to are no faults of the archive. */
function causeOf(error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException
  if (error instanceof ArchiveError || !/^Z(STD)?_/.test(code)) return error
  return new ArchiveError('The archive is damaged or cut off.', { cause: error })
}
