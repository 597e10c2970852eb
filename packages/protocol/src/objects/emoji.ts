import { type Static, Type } from 'typebox'
import { UserObject } from './user.ts'
import { Flag, Id, Int, maybe, maybeNull, nullable, Text } from './wire.ts'

export const EmojiObject = Type.Object(
  {
    id: Id,
    name: Text,
    roles: Type.Array(Id),
    user: maybe(UserObject),
    require_colons: Flag,
    managed: Flag,
    animated: Flag,
    available: Flag,
  },
  { title: 'Emoji' },
)
export type EmojiObject = Static<typeof EmojiObject>

/** As in reactions, polls and components: a Unicode emoji has no id. */
export const PartialEmojiObject = Type.Object(
  { id: maybeNull(Id), name: nullable(Text), animated: maybe(Flag) },
  { title: 'PartialEmoji' },
)
export type PartialEmojiObject = Static<typeof PartialEmojiObject>

export const StickerObject = Type.Object(
  {
    id: Id,
    pack_id: maybe(Id),
    name: Text,
    description: nullable(Text),
    tags: Text,
    type: Int,
    format_type: Int,
    available: maybe(Flag),
    guild_id: maybe(Id),
    user: maybe(UserObject),
    sort_value: maybe(Int),
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
    cover_sticker_id: maybe(Id),
    description: Text,
    banner_asset_id: maybe(Id),
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
    guild_id: maybe(Id),
    available: Flag,
    user: maybe(UserObject),
  },
  { title: 'SoundboardSound' },
)
export type SoundboardSoundObject = Static<typeof SoundboardSoundObject>
