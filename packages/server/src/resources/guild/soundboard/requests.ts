import { invalidForm, SOUND_MAX_BYTES, SOUND_NAME_MAX, SOUND_NAME_MIN } from '@guildhall/protocol'
import { Optional, OptionalNullable, SnowflakeId, Text, Type } from '../../../validation/schema.ts'

const Name = Text(SOUND_NAME_MIN, SOUND_NAME_MAX)
const Shared = {
  volume: OptionalNullable(Type.Number({ minimum: 0, maximum: 1 })),
  emoji_id: OptionalNullable(SnowflakeId),
  emoji_name: OptionalNullable(Text(1, 32)),
}
/** Base64 takes four characters for three bytes; the rest is for the prefix of the data URI. */
const SOUND_DATA_MAX = Math.ceil(SOUND_MAX_BYTES / 3) * 4 + 1000

/** Fields of a new sound. */
export const SoundFields = Type.Object({ name: Name, sound: Text(1, SOUND_DATA_MAX), ...Shared })

/** Changes of a sound. */
export const SoundChanges = Type.Object({ name: Optional(Name), ...Shared })

/** Path of a guild's sound. */
export const GuildSoundParams = Type.Object({ guild_id: SnowflakeId, sound_id: SnowflakeId })

const PREFIX = /^data:audio\/[\w.+-]{1,60}(?:;[\w=.-]{1,60})?;base64,/

/** Decodes the data URI of a sound. Its type may differ from the real one. @throws ApiError INVALID_FORM_BODY */
export function readSoundData(dataUri: string): Buffer {
  const prefix = PREFIX.exec(dataUri)?.[0]
  const base64 = prefix === undefined ? '' : dataUri.slice(prefix.length)
  const bytes = Buffer.from(base64, 'base64')
  // The decoder skips invalid characters, so that invalid data comes out shorter.
  if (base64 === '' || bytes.length !== Buffer.byteLength(base64, 'base64'))
    throw invalidForm(['sound'], 'SOUND_INVALID', 'Invalid sound data')
  if (bytes.length > SOUND_MAX_BYTES)
    throw invalidForm(['sound'], 'BINARY_TYPE_MAX_SIZE', 'File cannot be larger than 512.0 kb.')
  return bytes
}
