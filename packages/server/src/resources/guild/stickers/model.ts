import type { Snowflake } from '@guildhall/protocol'
import type { StoredSticker } from '../../../kernel/model.ts'

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
  readonly banner_asset_id: Snowflake
  readonly stickers: readonly StandardSticker[]
}
