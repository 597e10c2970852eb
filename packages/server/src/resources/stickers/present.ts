import { type StickerItemObject, type StickerObject, type StickerPackObject, StickerType } from '@guildhall/protocol'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { StoredSticker, User } from '../../kernel/model.ts'
import { presentUser } from '../users/index.ts'
import type { StandardSticker, StickerPack } from './standard-stickers.ts'

/** Returns a guild's sticker; callers pass `creator` only for viewers who can create or manage expressions. */
export function presentSticker(sticker: StoredSticker, creator?: User): StickerObject {
  return {
    ...presentCommon(sticker),
    type: StickerType.GUILD,
    available: true,
    guild_id: sticker.guild_id?.toString(),
    ...(creator ? { user: presentUser(creator) } : {}),
  }
}

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

export function presentGuildStickers(view: GuildView): StickerObject[] {
  return [...view.stickers.values()].map((sticker) => presentSticker(sticker))
}

export function presentStickerPack(pack: StickerPack): StickerPackObject {
  return {
    id: pack.id.toString(),
    sku_id: pack.sku_id.toString(),
    name: pack.name,
    description: pack.description,
    cover_sticker_id: pack.cover_sticker_id.toString(),
    stickers: pack.stickers.map(presentStandardSticker),
  }
}

/** Returns the sticker item of a message. */
export function presentStickerItem({ id, name, format_type }: StoredSticker): StickerItemObject {
  return { id: id.toString(), name, format_type }
}
