import { ApiError, has, MessageFlag, Permission } from '@guildhall/protocol'
import type { UploadedFile } from '../../../kernel/files.ts'
import { contentTypeOf } from '../../../media/content-type.ts'
import type { MessageRequest } from './requests.ts'

/**
 * Checks that a message with IS_VOICE_MESSAGE is one audio file with its length and waveform, and nothing else.
 *
 * @throws the documented error of the first rule that the request breaks
 */
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
  const description = body.attachments?.[0]
  if (description?.duration_secs == null || !isWaveform(description.waveform))
    throw new ApiError('VOICE_MESSAGE_NEEDS_METADATA')
}

/** Sample points of a waveform, one byte each, in base64. */
const WAVEFORM_POINTS_MAX = 256
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

function isWaveform(text: string | null | undefined): boolean {
  return !!text && BASE64.test(text) && Buffer.from(text, 'base64').length <= WAVEFORM_POINTS_MAX
}
