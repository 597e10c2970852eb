import { type Static, Type } from 'typebox'
import { UserObject } from './user.ts'
import { Flag, Id, Int, nullable, optional, optionalNullable, Text } from './wire.ts'

export const EmojiObject = Type.Object(
  {
    id: Id,
    name: Text,
    roles: Type.Array(Id),
    user: optional(UserObject),
    require_colons: Flag,
    managed: Flag,
    animated: Flag,
    available: Flag,
  },
  { title: 'Emoji' },
)
export type EmojiObject = Static<typeof EmojiObject>

/** Emoji of reactions, polls and components. A Unicode emoji has no id. */
export const PartialEmojiObject = Type.Object(
  { id: optionalNullable(Id), name: nullable(Text), animated: optional(Flag) },
  { title: 'PartialEmoji' },
)
export type PartialEmojiObject = Static<typeof PartialEmojiObject>

export const StickerObject = Type.Object(
  {
    id: Id,
    pack_id: optional(Id),
    name: Text,
    description: nullable(Text),
    tags: Text,
    type: Int,
    format_type: Int,
    available: optional(Flag),
    guild_id: optional(Id),
    user: optional(UserObject),
    sort_value: optional(Int),
  },
  { title: 'Sticker' },
)
export type StickerObject = Static<typeof StickerObject>

export const StickerItemObject = Type.Object({ id: Id, name: Text, format_type: Int }, { title: 'StickerItem' })
export type StickerItemObject = Static<typeof StickerItemObject>

export const StickerPackObject = Type.Object(
  {
    id: Id,
    stickers: Type.Array(StickerObject),
    name: Text,
    sku_id: Id,
    cover_sticker_id: optional(Id),
    description: Text,
    banner_asset_id: optional(Id),
  },
  { title: 'StickerPack' },
)
export type StickerPackObject = Static<typeof StickerPackObject>

export const SoundboardSoundObject = Type.Object(
  {
    name: Text,
    sound_id: Id,
    volume: Type.Number(),
    emoji_id: nullable(Id),
    emoji_name: nullable(Text),
    guild_id: optional(Id),
    available: Flag,
    user: optional(UserObject),
  },
  { title: 'SoundboardSound' },
)
export type SoundboardSoundObject = Static<typeof SoundboardSoundObject>
