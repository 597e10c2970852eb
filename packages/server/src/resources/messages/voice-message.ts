import { ApiError, has, MessageFlag, Permission } from '@guildhall/protocol'
import type { UploadedFile } from '../../kernel/files.ts'
import { contentTypeOf } from '../../media/content-type.ts'
import type { MessageRequest } from './schema.ts'

/** A voice message is one sound with its length and waveform, and nothing beside it. */
export function checkVoiceMessage(
  flags: number,
  body: MessageRequest,
  files: readonly UploadedFile[],
  permissions: bigint,
): void {
  if ((flags & MessageFlag.IS_VOICE_MESSAGE) === 0) return
  if (!has(permissions, Permission.SEND_VOICE_MESSAGES)) throw new ApiError('CANNOT_SEND_VOICE_MESSAGES')
  const others = [body.embeds, body.components, body.sticker_ids]
  if (body.content || body.poll || others.some((list) => Array.isArray(list) && list.length > 0))
    throw new ApiError('VOICE_MESSAGE_WITH_CONTENT')
  const [file] = files
  if (files.length !== 1 || !file || !contentTypeOf(file.filename, file.picture).startsWith('audio/'))
    throw new ApiError('VOICE_MESSAGE_NEEDS_ONE_ATTACHMENT')
  const about = body.attachments?.[0]
  if (about?.duration_secs == null || !isWaveform(about.waveform)) throw new ApiError('VOICE_MESSAGE_NEEDS_METADATA')
}

/** A byte for each of up to 256 points, in base64. */
const POINTS_MAX = 256
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function isWaveform(text: string | null | undefined): boolean {
  return !!text && BASE64.test(text) && Buffer.from(text, 'base64').length <= POINTS_MAX
}
