import { AttachmentFlag, type AttachmentObject } from '@guildhall/protocol'
import { numberFormat } from '../../lib/language/formats.ts'

const UNITS = ['B', 'KB', 'MB', 'GB']

/** Returns whether a file is hidden until it is opened: by its flag, or by its name as older clients write it. */
export function isSpoiler({ flags, filename }: Pick<AttachmentObject, 'flags' | 'filename'>): boolean {
  return ((flags ?? 0) & AttachmentFlag.IS_SPOILER) !== 0 || filename.startsWith('SPOILER_')
}

/** Returns how a file is shown; `file` for a mere link. */
export function mediaKind(
  attachment: Pick<AttachmentObject, 'content_type' | 'width' | 'height'>,
): 'picture' | 'video' | 'sound' | 'file' {
  const type = attachment.content_type ?? ''
  if (type.startsWith('image/') && !type.startsWith('image/svg') && attachment.width && attachment.height)
    return 'picture'
  if (type.startsWith('video/')) return 'video'
  return type.startsWith('audio/') ? 'sound' : 'file'
}

/** Returns a size in bytes for people, such as "1.2 MB". */
export function sizeText(bytes: number): string {
  const power = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1)
  const amount = bytes / 1024 ** power
  const digits = power === 0 ? 0 : 1
  const shown = numberFormat({ useGrouping: false, minimumFractionDigits: digits, maximumFractionDigits: digits })
  return `${shown.format(amount)} ${UNITS[power]}`
}
