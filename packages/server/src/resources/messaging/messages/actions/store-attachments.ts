import { ApiError, AttachmentFlag, type AttachmentObject, type Snowflake } from '@guildhall/protocol'
import type { UploadedFile } from '../../../../kernel/files.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { contentTypeOf } from '../../../../media/content-type.ts'
import { keepFile, removeFiles } from '../../../accounts/files/index.ts'
import { descriptionOf, filenameOf, spoilerFlags } from '../attachment-rules.ts'
import type { AttachmentRequest } from '../requests.ts'

const PLACEHOLDER_VERSION = 1

/**
 * Lifetime of the files of ephemeral messages. An address is signed for a day, and the message may be sent again
 * while the token of its interaction is valid.
 */
const EPHEMERAL_MS = 25 * 60 * 60 * 1000

/** Ids of attachments by their upload. A unit of work that is repeated finds its files under the same keys. */
const ids = new WeakMap<UploadedFile, Snowflake>()

function idOf(work: Work, file: UploadedFile): Snowflake {
  const id = ids.get(file) ?? work.nextId()
  ids.set(file, id)
  return id
}

/**
 * Moves the uploaded files into the file store and returns their attachment objects, with unsigned addresses.
 *
 * @throws REQUEST_ENTITY_TOO_LARGE (40005) when a file is larger than `fileBytesMax`
 */
export async function storeAttachments(
  request: {
    work: Work
    platform: Platform
    channelId: Snowflake
    ephemeral: boolean
    /** Limit for each file, in bytes; see the rule `fileBytesMax`. */
    fileBytesMax: number
  },
  files: readonly UploadedFile[],
  described: readonly AttachmentRequest[],
): Promise<AttachmentObject[]> {
  if (files.some(({ sizeBytes }) => sizeBytes > request.fileBytesMax)) throw new ApiError('REQUEST_ENTITY_TOO_LARGE')
  const stored: AttachmentObject[] = []
  const keys: string[] = []
  for (const [position, file] of files.entries()) {
    const description = descriptionOf(file, position, described)
    const id = idOf(request.work, file)
    const filename = filenameOf(file, description)
    const key = `attachments/${request.channelId}/${id}/${filename}`
    const content_type = contentTypeOf(filename, file.picture)
    // An image whose name has the extension of another type counts as that type.
    const picture = content_type.startsWith('image/') ? file.picture : undefined
    await keepFile(request.work, request.platform, key, file)
    keys.push(key)
    const url = `${request.platform.addresses.cdn}/${key.split('/').map(encodeURIComponent).join('/')}`
    const flags = spoilerFlags(picture?.animated ? AttachmentFlag.IS_ANIMATED : 0, filename, description?.is_spoiler)
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
      ...(description && describedFields(description, content_type)),
      ...(flags ? { flags } : {}),
      ...(request.ephemeral ? { ephemeral: true } : {}),
    })
  }
  // No stored message refers to these files, so their removal is scheduled now.
  if (request.ephemeral) await removeFiles(request.work, keys, request.work.now + EPHEMERAL_MS)
  return stored
}

/** Returns the fields that only the request can tell. Length and waveform belong to audio files alone. */
function describedFields(
  { title, description, duration_secs, waveform }: AttachmentRequest,
  contentType: string,
): Partial<AttachmentObject> {
  const audio = contentType.startsWith('audio/')
  return {
    ...(title != null && { title }),
    ...(description != null && { description }),
    ...(audio && duration_secs != null && { duration_secs }),
    ...(audio && waveform != null && { waveform }),
  }
}
