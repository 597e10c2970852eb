import { ApiError, type Snowflake } from '@guildhall/protocol'

/** The stickers that a message sends, as it shows them. There are none on this platform yet, so whatever is sent is none: 50081. */
export function stickerItems(ids: readonly Snowflake[]): Record<string, unknown>[] {
  if (ids.length > 0) throw new ApiError('INVALID_STICKER')
  return []
}
