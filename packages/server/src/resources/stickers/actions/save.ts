import { readFile } from 'node:fs/promises'
import {
  ApiError,
  demand,
  invalidForm,
  type Snowflake,
  STICKER_DESCRIPTION_MAX,
  STICKER_MAX_BYTES,
  STICKER_NAME_MAX,
  STICKER_NAME_MIN,
  STICKER_TAGS_MAX,
} from '@guildhall/protocol'
import { guildTopic } from '../../../kernel/event.ts'
import type { UploadedFile } from '../../../kernel/files.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { StoredSticker } from '../../../kernel/model.ts'
import type { Work } from '../../../kernel/work.ts'
import { type FileFacts, factsOf, factsOfLottie, looksLikeLottie } from '../../../media/sticker-file.ts'
import { OptionalNullable, Text } from '../../../validation/schema.ts'
import { guildStickersUpdate } from '../events.ts'
import { mayBeSticker } from '../rules.ts'

export const Name = Text(STICKER_NAME_MIN, STICKER_NAME_MAX)
export const Tags = Text(1, STICKER_TAGS_MAX)
export const Description = OptionalNullable(Text(0, STICKER_DESCRIPTION_MAX))

/** What the audit log tells of a sticker. */
export const AUDITED = ['name', 'description', 'tags', 'format_type', 'available', 'guild_id', 'id'] as const
export const AUDITED_EDITS = ['name', 'description', 'tags'] as const

const DESCRIPTION_MIN = 2

/** A description is none, or of two characters and more. */
export function readDescription(description: string | null): string | null {
  if (description === null || description === '') return null
  if ([...description].length < DESCRIPTION_MIN)
    throw invalidForm(['description'], 'BASE_TYPE_BAD_LENGTH', 'Must be empty or between 2 and 100 in length.')
  return description
}

export interface StickerFile {
  readonly bytes: Buffer
  readonly facts: FileFacts
}

/** Reads the uploaded file and looks at what it is, whatever its name and type say. @throws ApiError */
export async function readStickerFile(files: readonly UploadedFile[]): Promise<StickerFile> {
  const upload = files.find((file) => file.field === 'file')
  if (!upload) throw invalidForm(['file'], 'BASE_TYPE_REQUIRED', 'This field is required')
  if (upload.sizeBytes > STICKER_MAX_BYTES)
    throw invalidForm(['file'], 'BINARY_TYPE_MAX_SIZE', 'File cannot be larger than 512.0 kb.')
  const bytes = await readFile(upload.path)
  if (looksLikeLottie(bytes)) {
    const facts = factsOfLottie(bytes)
    if (!facts) throw new ApiError('STICKER_LOTTIE_INVALID')
    return { bytes, facts }
  }
  const facts = factsOf(bytes)
  if (!facts) throw new ApiError('INVALID_FILE')
  // What is too large is refused by its header, before anything is unpacked.
  demand(mayBeSticker(facts, []))
  if (!(await unpacks(bytes))) throw new ApiError('INVALID_FILE')
  return { bytes, facts }
}

/** Can the picture be drawn? Loaded at first use: few platforms ever are sent one. */
async function unpacks(bytes: Buffer): Promise<boolean> {
  const { default: sharp } = await import('sharp')
  try {
    await sharp(bytes, { pages: 1, failOn: 'error', limitInputPixels: 1 << 20 })
      .raw()
      .toBuffer()
    return true
  } catch {
    return false
  }
}

export function announceStickers(work: Work, view: GuildView, stickers: readonly StoredSticker[]): void {
  work.emit(guildStickersUpdate, guildTopic(view.id), { guildId: view.id, stickers })
}

/** The guild's sticker, or 10060. */
export function getSticker(view: GuildView, id: Snowflake): StoredSticker {
  const sticker = view.stickers.get(id)
  if (!sticker) throw new ApiError('UNKNOWN_STICKER')
  return sticker
}
