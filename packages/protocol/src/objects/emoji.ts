import { type Static, Type } from 'typebox'
import { User } from './user.ts'
import { Flag, Id, Int, maybe, maybeNull, nullable, Text } from './wire.ts'

export const Emoji = Type.Object(
  {
    id: Id,
    name: Text,
    roles: Type.Array(Id),
    user: maybe(User),
    require_colons: Flag,
    managed: Flag,
    animated: Flag,
    available: Flag,
  },
  { title: 'Emoji' },
)
export type EmojiObject = Static<typeof Emoji>

/** As in reactions, polls and components: a Unicode emoji has no id. */
export const PartialEmoji = Type.Object(
  { id: maybeNull(Id), name: nullable(Text), animated: maybe(Flag) },
  { title: 'PartialEmoji' },
)
export type PartialEmojiObject = Static<typeof PartialEmoji>

export const Sticker = Type.Object(
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
    user: maybe(User),
    sort_value: maybe(Int),
  },
  { title: 'Sticker' },
)
export type StickerObject = Static<typeof Sticker>

export const StickerItem = Type.Object({ id: Id, name: Text, format_type: Int }, { title: 'StickerItem' })
export type StickerItemObject = Static<typeof StickerItem>

export const StickerPack = Type.Object(
  {
    id: Id,
    stickers: Type.Array(Sticker),
    name: Text,
    sku_id: Id,
    cover_sticker_id: maybe(Id),
    description: Text,
    banner_asset_id: maybe(Id),
  },
  { title: 'StickerPack' },
)
export type StickerPackObject = Static<typeof StickerPack>

export const SoundboardSound = Type.Object(
  {
    name: Text,
    sound_id: Id,
    volume: Type.Number(),
    emoji_id: nullable(Id),
    emoji_name: nullable(Text),
    guild_id: maybe(Id),
    available: Flag,
    user: maybe(User),
  },
  { title: 'SoundboardSound' },
)
export type SoundboardSoundObject = Static<typeof SoundboardSound>
