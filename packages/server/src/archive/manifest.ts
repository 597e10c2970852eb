import { Faults } from '@guildhall/protocol'
import { Int, List, OneOf, Optional, type Static, Text, Type } from '../validation/schema.ts'
import { validate } from '../validation/validate.ts'
import { ArchiveError } from './archive-error.ts'

/** Version of the archive format that this program writes, and the newest one that it reads. */
export const ARCHIVE_FORMAT = 1
/** Members of an archive, without the manifest. */
const MEMBERS_MAX = 2_000_000
/** Bytes of a manifest: about 150 for each member. */
export const MANIFEST_BYTES_MAX = 512 * 1024 * 1024
export const MANIFEST_NAME = 'manifest.json'

const NAME_MAX = 1_024
const TEXT_MAX = 100
const KINDS_MAX = 1_000

const Member = Type.Object({
  name: Text(1, NAME_MAX),
  bytes: Int(0, Number.MAX_SAFE_INTEGER),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$', maxLength: 64 }),
})

const Manifest = Type.Object({
  format: Int(1, Number.MAX_SAFE_INTEGER),
  kind: OneOf('backup', 'export'),
  /** Version of the program that wrote the archive. */
  version: Text(1, TEXT_MAX),
  /** Number of the newest migration of the store. */
  migration: Int(0, Number.MAX_SAFE_INTEGER),
  created_at: Text(1, TEXT_MAX),
  store: OneOf('sqlite', 'postgres'),
  /** Rows by table, or lines by kind. */
  counts: Type.Record(Type.String(), Int(0, Number.MAX_SAFE_INTEGER), { maxProperties: KINDS_MAX }),
  members: List(Member, 0, MEMBERS_MAX),
  /** Keys of files that rows name and that were not there. Absent if there are none. */
  missing: Optional(List(Text(1, NAME_MAX), 0, MEMBERS_MAX)),
  /** Whether files were left out. Absent if they were not. */
  without_files: Optional(Type.Boolean()),
})

/** A member of an archive as the manifest states it. */
export type ArchiveMember = Static<typeof Member>
/** The first member of an archive: what the others are. */
export type ArchiveManifest = Static<typeof Manifest>

/**
 * Parses a manifest, and checks its names.
 *
 * @throws ArchiveError for a newer format, and for a text that is no manifest
 */
export function parseManifest(text: string): ArchiveManifest {
  const given = parseJson(text)
  const format = (given as { format?: unknown } | null)?.format
  if (typeof format === 'number' && format > ARCHIVE_FORMAT)
    throw new ArchiveError(
      `The archive has format ${format}, and this program reads up to ${ARCHIVE_FORMAT}: use a newer version of Guildhall.`,
    )
  const faults = new Faults()
  const manifest = validate(Manifest, given, faults)
  if (faults.any) throw new ArchiveError('The archive is no archive of Guildhall: its manifest is faulty.')
  const names = new Set<string>()
  for (const { name } of manifest.members) {
    if (!isMemberName(name, manifest.kind))
      throw new ArchiveError(`The archive is refused: it has a member ${JSON.stringify(name)}.`)
    if (names.has(name)) throw new ArchiveError(`The archive is refused: it has two members ${JSON.stringify(name)}.`)
    names.add(name)
  }
  return manifest
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ArchiveError('The archive is no archive of Guildhall: its manifest is no JSON.', { cause })
  }
}

const TABLE = /^tables\/[a-z0-9_]{1,63}\.ndjson$/
const KIND = /^(?:guilds|channels|threads|roles|members|emojis|stickers|messages|users)\.ndjson$/
const FILES = 'files/'

/** Whether a member may have this name: no path may leave the folder of an archive. */
function isMemberName(name: string, kind: ArchiveManifest['kind']): boolean {
  if (name.startsWith(FILES)) return isFileKey(name.slice(FILES.length))
  return kind === 'export' ? KIND.test(name) : TABLE.test(name) || name === 'secret.key'
}

/** Whether a text is the key of a file: names with `/` between them, none of which leaves a folder. */
export function isFileKey(key: string): boolean {
  return key.split('/').every((part) => part !== '' && part !== '.' && part !== '..' && !/[\\\p{Cc}]/u.test(part))
}
