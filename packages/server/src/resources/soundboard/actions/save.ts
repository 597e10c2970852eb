import {
  ApiError,
  invalidForm,
  type Snowflake,
  SOUND_MAX_BYTES,
  SOUND_NAME_MAX,
  SOUND_NAME_MIN,
} from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { StoredSoundboardSound } from '../../../kernel/model.ts'
import { OptionalNullable, SnowflakeId, Text, Type } from '../../../validation/schema.ts'
import { isUnicodeEmoji } from '../../emojis/index.ts'

export const Name = Text(SOUND_NAME_MIN, SOUND_NAME_MAX)
export const Volume = OptionalNullable(Type.Number({ minimum: 0, maximum: 1 }))
export const EmojiId = OptionalNullable(SnowflakeId)
export const EmojiName = OptionalNullable(Text(1, 32))
/** Base64 takes four bytes for three; a little more for what is said before it. */
export const SoundData = Text(1, Math.ceil(SOUND_MAX_BYTES / 3) * 4 + 1000)

/** What the audit log tells of a sound. */
export const AUDITED = ['name', 'volume', 'emoji_id', 'emoji_name', 'available', 'guild_id', 'sound_id'] as const
export const AUDITED_EDITS = ['name', 'volume', 'emoji_id', 'emoji_name'] as const

const PREFIX = /^data:audio\/[\w.+-]{1,60}(?:;[\w=.-]{1,60})?;base64,/

/** The bytes of a data URI. Its type need not be the real one. @throws ApiError 50035 */
export function readSoundData(dataUri: string): Buffer {
  const prefix = PREFIX.exec(dataUri)?.[0]
  const base64 = prefix === undefined ? '' : dataUri.slice(prefix.length)
  const bytes = Buffer.from(base64, 'base64')
  // Decoding skips what is not base64: then bytes are missing.
  if (base64 === '' || bytes.length !== Buffer.byteLength(base64, 'base64'))
    throw invalidForm(['sound'], 'SOUND_INVALID', 'Invalid sound data')
  if (bytes.length > SOUND_MAX_BYTES)
    throw invalidForm(['sound'], 'BINARY_TYPE_MAX_SIZE', 'File cannot be larger than 512.0 kb.')
  return bytes
}

type Emoji = Pick<StoredSoundboardSound, 'emoji_id' | 'emoji_name'>

/** The emoji that a body gives a sound: one of the guild's, or a standard one; what is not said stays. */
export function emojiOfSound(
  view: GuildView,
  body: { emoji_id?: Snowflake | null; emoji_name?: string | null },
  before: Emoji,
): Emoji {
  if (body.emoji_id === undefined && body.emoji_name === undefined) return before
  if (body.emoji_id != null) {
    if (!view.emojis.has(body.emoji_id)) throw new ApiError('UNKNOWN_EMOJI')
    return { emoji_id: body.emoji_id, emoji_name: null }
  }
  if (body.emoji_name == null) return { emoji_id: null, emoji_name: null }
  if (!isUnicodeEmoji(body.emoji_name)) throw invalidForm(['emoji_name'], 'BASE_TYPE_CHOICES', 'Not a standard emoji.')
  return { emoji_id: null, emoji_name: body.emoji_name }
}

/** The guild's sound, or 10097. */
export function getSound(view: GuildView, id: Snowflake): StoredSoundboardSound {
  const sound = view.sounds.get(id)
  if (!sound) throw new ApiError('UNKNOWN_SOUND')
  return sound
}

/** Where a sound's file lies. */
export const soundFileKey = (id: Snowflake | string): string => `soundboard-sounds/${id}`
