import { readFile } from 'node:fs/promises'
import { ApiError, demand, invalidForm, STICKER_MAX_BYTES } from '@guildhall/protocol'
import type { UploadedFile } from '../../../../kernel/files.ts'
import { loadSharp } from '../../../../media/sharp.ts'
import { type FileFacts, factsOf, factsOfLottie, looksLikeLottie } from '../../../../media/sticker-file.ts'
import { mayBeSticker } from '../rules.ts'

/** Uploaded sticker with the facts that its bytes state. */
export interface StickerFile {
  readonly bytes: Buffer
  readonly facts: FileFacts
}

/** Reads the uploaded file and finds its format from its bytes, not from its name or type. @throws ApiError */
export async function readStickerFile(files: readonly UploadedFile[]): Promise<StickerFile> {
  const upload = files.find((file) => file.field === 'file')
  if (!upload) throw invalidForm(['file'], 'BASE_TYPE_REQUIRED', 'This field is required')
  if (upload.sizeBytes > STICKER_MAX_BYTES)
    throw invalidForm(['file'], 'BINARY_TYPE_MAX_SIZE', 'File cannot be larger than 512.0 kb.')
  const bytes = await readFile(upload.path)
  const facts = factsOfStickerFile(bytes)
  if (looksLikeLottie(bytes)) return { bytes, facts }
  // The header reveals a picture that is too large, before anything is decoded.
  demand(mayBeSticker(facts, []))
  if (!(await canDecode(bytes))) throw new ApiError('INVALID_FILE')
  return { bytes, facts }
}

/** Returns the facts that the bytes of a sticker state. @throws ApiError STICKER_LOTTIE_INVALID, INVALID_FILE */
export function factsOfStickerFile(bytes: Buffer): FileFacts {
  const isLottie = looksLikeLottie(bytes)
  const facts = isLottie ? factsOfLottie(bytes) : factsOf(bytes)
  if (!facts) throw new ApiError(isLottie ? 'STICKER_LOTTIE_INVALID' : 'INVALID_FILE')
  return facts
}

/** Whether the picture can be decoded. Loads the library at the first use, since few platforms need it. */
async function canDecode(bytes: Buffer): Promise<boolean> {
  const sharp = await loadSharp()
  try {
    await sharp(bytes, { pages: 1, failOn: 'error', limitInputPixels: 1 << 20 })
      .raw()
      .toBuffer()
    return true
  } catch {
    return false
  }
}
