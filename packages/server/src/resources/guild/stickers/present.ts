import { type StickerItemObject, type StickerObject, type StickerPackObject, StickerType } from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { StoredSticker, User } from '../../../kernel/model.ts'
import { presentUser } from '../../accounts/users/present.ts'
import type { StandardSticker, StickerPack } from './model.ts'

/** Returns a guild's sticker; callers pass `creator` only for viewers who can create or manage expressions. */
export function presentSticker(sticker: StoredSticker, creator?: User): StickerObject {
  return {
    ...presentCommon(sticker),
    type: StickerType.GUILD,
    available: true,
    ...(sticker.guild_id !== null && { guild_id: sticker.guild_id.toString() }),
    ...(creator ? { user: presentUser(creator) } : {}),
  }
}

/** Returns a standard sticker. */
export function presentStandardSticker(sticker: StandardSticker): StickerObject {
  return {
    ...presentCommon(sticker),
    type: StickerType.STANDARD,
    pack_id: sticker.pack_id.toString(),
    sort_value: sticker.sort_value,
  }
}

function presentCommon({ id, name, description, tags, format_type }: StoredSticker) {
  return { id: id.toString(), name, description, tags, format_type }
}

/** Returns all stickers of a guild, without creators. */
export function presentGuildStickers(view: GuildView): StickerObject[] {
  return [...view.stickers.values()].map((sticker) => presentSticker(sticker))
}

/** Returns a pack with its stickers. */
export function presentStickerPack(pack: StickerPack): StickerPackObject {
  return {
    id: pack.id.toString(),
    sku_id: pack.sku_id.toString(),
    name: pack.name,
    description: pack.description,
    cover_sticker_id: pack.cover_sticker_id.toString(),
    // Optional, but py-cord and nextcord read it of each pack.
    banner_asset_id: pack.banner_asset_id.toString(),
    stickers: pack.stickers.map(presentStandardSticker),
  }
}

/** Returns the sticker item of a message. */
export function presentStickerItem({ id, name, format_type }: StoredSticker): StickerItemObject {
  return { id: id.toString(), name, format_type }
}
