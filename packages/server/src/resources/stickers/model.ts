import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { StoredSticker } from '../../kernel/model.ts'

/** Sticker that every user has. */
export interface StandardSticker extends StoredSticker {
  readonly pack_id: Snowflake
  readonly sort_value: number
}

/** Pack of standard stickers. */
export interface StickerPack {
  readonly id: Snowflake
  readonly sku_id: Snowflake
  readonly name: string
  readonly description: string
  readonly cover_sticker_id: Snowflake
  readonly stickers: readonly StandardSticker[]
}

/** Returns a sticker of a guild. @throws ApiError UNKNOWN_STICKER (10060) */
export function getSticker(view: GuildView, id: Snowflake): StoredSticker {
  const sticker = view.stickers.get(id)
  if (!sticker) throw new ApiError('UNKNOWN_STICKER')
  return sticker
}
