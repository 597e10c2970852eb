import {
  ApiError,
  ATTACHMENT_DESCRIPTION_MAX,
  ATTACHMENTS_MAX,
  AttachmentFlag,
  type AttachmentObject,
  type Faults,
  type FieldPath,
  type Snowflake,
} from '@guildhall/protocol'
import type { UploadedFile } from '../../kernel/files.ts'
import type { Platform } from '../../kernel/platform.ts'
import type { Work } from '../../kernel/work.ts'
import { contentTypeOf } from '../../media/content-type.ts'
import { cleanFilename } from '../../media/filename.ts'
import { OptionalNullable, SnowflakeId, type Static, Text, Type } from '../../validation/schema.ts'
import { keepFile, removeFiles } from '../files/index.ts'

type Wire = Record<string, unknown>

/** Describes a file of this request by its n, or an attachment that the message has by its id. [ATT-1] [ATT-2] */
const AttachmentRequest = Type.Object({
  id: SnowflakeId,
  filename: OptionalNullable(Text(1, 1024)),
  title: OptionalNullable(Text(0, 1024)),
  description: OptionalNullable(Text(0, ATTACHMENT_DESCRIPTION_MAX)),
  duration_secs: OptionalNullable(Type.Number({ minimum: 0 })),
  waveform: OptionalNullable(Text(0, 400)),
  is_spoiler: OptionalNullable(Type.Boolean()),
})
export const AttachmentRequests = Type.Array(AttachmentRequest, { maxItems: ATTACHMENTS_MAX })
type Request = Static<typeof AttachmentRequest>

/** A spoiler by its flag or by its name; the name alone keeps it one. [ATT-3] [ATT-4] [ATT-5] */
function spoilerFlags(flags: number, filename: string, wanted: boolean | null | undefined): number {
  const spoiler = filename.startsWith('SPOILER_') || (wanted ?? (flags & AttachmentFlag.IS_SPOILER) !== 0)
  return spoiler ? flags | AttachmentFlag.IS_SPOILER : flags & ~AttachmentFlag.IS_SPOILER
}

/** The name that a file is kept under: the described one, else its own, as far as it is harmless. */
function nameOf(file: UploadedFile, about: Request | undefined): string {
  return cleanFilename(about?.filename ?? '') ?? cleanFilename(file.filename) ?? 'unknown'
}

/** What `attachment://` may name: the files of a request. */
export function filenamesOf(files: readonly UploadedFile[], described: readonly Request[]): string[] {
  return files.map((file, position) => nameOf(file, descriptionOf(file, position, described)))
}

function descriptionOf(file: UploadedFile, position: number, described: readonly Request[]): Request | undefined {
  return described.find((entry) => entry.id === numberOf(file, position))
}

/** n of `files[n]`; of another field its place among the files. */
const numberOf = (file: UploadedFile, position: number): bigint => BigInt(file.index ?? position)

/** A file or attachment may be described once. */
function checkDistinct(described: readonly Request[], faults: Faults, path: FieldPath): void {
  const seen = new Set<bigint>()
  for (const [index, { id }] of described.entries()) {
    if (seen.has(id))
      faults.add([...path, index, 'id'], 'SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value')
    seen.add(id)
  }
}

/** Each description must be of a file that came along. */
export function checkDescribedFiles(
  described: readonly Request[],
  files: readonly UploadedFile[],
  faults: Faults,
  path: FieldPath,
): void {
  const numbers = new Set(files.map(numberOf))
  checkDistinct(described, faults, path)
  for (const [index, entry] of described.entries()) {
    if (!numbers.has(entry.id)) faults.add([...path, index, 'id'], 'ATTACHMENT_NOT_FOUND', 'Unknown attachment.')
  }
}

/** An address is signed for a day; a file may be shown again while the token of its interaction lives. */
const EPHEMERAL_MS = 25 * 60 * 60 * 1000

/** Takes the request's files over and makes attachment objects of them. */
export async function storeAttachments(
  request: {
    work: Work
    platform: Platform
    channelId: Snowflake
    ephemeral: boolean
    /** Of each file: see `fileBytesMax`. */
    fileBytesMax: number
  },
  files: readonly UploadedFile[],
  described: readonly Request[],
): Promise<AttachmentObject[]> {
  if (files.some(({ sizeBytes }) => sizeBytes > request.fileBytesMax)) throw new ApiError('REQUEST_ENTITY_TOO_LARGE')
  const stored: Wire[] = []
  const keys: string[] = []
  for (const [position, file] of files.entries()) {
    const about = descriptionOf(file, position, described)
    const id = request.work.nextId()
    const filename = nameOf(file, about)
    const key = `attachments/${request.channelId}/${id}/${filename}`
    const content_type = contentTypeOf(filename, file.picture)
    // A picture under the name of another type of file is that file.
    const picture = content_type.startsWith('image/') ? file.picture : undefined
    await keepFile(request.work, request.platform, key, file)
    keys.push(key)
    const url = `${request.platform.addresses.cdn}/${key.split('/').map(encodeURIComponent).join('/')}`
    const flags = spoilerFlags(picture?.animated ? AttachmentFlag.IS_ANIMATED : 0, filename, about?.is_spoiler)
    stored.push({
      id: id.toString(),
      filename,
      size: file.sizeBytes,
      url,
      proxy_url: url,
      ...(picture && { width: picture.width, height: picture.height }),
      content_type,
      ...(picture?.placeholder === undefined
        ? {}
        : { placeholder: picture.placeholder, placeholder_version: PLACEHOLDER_VERSION }),
      content_scan_version: 0,
      ...optional(about, content_type),
      ...(flags ? { flags } : {}),
      ...(request.ephemeral ? { ephemeral: true } : {}),
    })
  }
  // No stored message shows them, so they live as long as an address that was signed for them.
  if (request.ephemeral) await removeFiles(request.work, keys, request.work.now + EPHEMERAL_MS)
  return stored as AttachmentObject[]
}

function optional(about: Request | undefined, contentType: string): Wire {
  const wire: Wire = {}
  const sound = contentType.startsWith('audio/')
  const keys = ['title', 'description', ...(sound ? ['duration_secs', 'waveform'] : [])] as const
  for (const key of keys as readonly (keyof Request)[]) if (about?.[key] != null) wire[key] = about[key]
  return wire
}

const PLACEHOLDER_VERSION = 1

/** What is left of a message's attachments after an edit that lists those to keep. Unknown ids are faults. [END-60] */
export function keptAttachments(
  existing: readonly AttachmentObject[],
  requested: readonly Request[],
  files: readonly UploadedFile[],
  faults: Faults,
  path: FieldPath,
): AttachmentObject[] {
  const kept: AttachmentObject[] = []
  const numbers = new Set(files.map(numberOf))
  checkDistinct(requested, faults, path)
  for (const [index, entry] of requested.entries()) {
    const known = existing.find((attachment) => attachment.id === entry.id.toString())
    if (!known) {
      // It may speak of a file that comes with this request.
      if (!numbers.has(entry.id)) faults.add([...path, index, 'id'], 'ATTACHMENT_NOT_FOUND', 'Unknown attachment.')
      continue
    }
    const flags = spoilerFlags(Number(known.flags ?? 0), String(known.filename), entry.is_spoiler)
    const { flags: _, ...rest } = known
    const description = entry.description === undefined ? {} : { description: entry.description ?? undefined }
    kept.push({ ...rest, ...description, ...(flags ? { flags } : {}) })
  }
  return kept
}
