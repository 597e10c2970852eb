import { EMOJI_MAX_BYTES, EMOJI_NAME_MAX, EMOJI_NAME_MIN, invalidForm, ROLES_MAX } from '@guildhall/protocol'
import { isAnimated } from '../../../media/picture-format.ts'
import { ImageData, Optional, OptionalNullable, SnowflakeId, type Static, Type } from '../../../validation/schema.ts'

const Name = Type.String({ minLength: EMOJI_NAME_MIN, maxLength: EMOJI_NAME_MAX, pattern: '^\\w+$' })
const Roles = OptionalNullable(Type.Array(SnowflakeId, { maxItems: ROLES_MAX }))

/** Fields of a new emoji. */
export const EmojiFields = Type.Object({ name: Name, image: ImageData, roles: Roles })
export type EmojiFields = Static<typeof EmojiFields>

/** Changes of an emoji. */
export const EmojiChanges = Type.Object({ name: Optional(Name), roles: Roles })

/** Path of a guild's emoji. */
export const GuildEmojiParams = Type.Object({ guild_id: SnowflakeId, emoji_id: SnowflakeId })
/** Path of an application's emoji. */
export const ApplicationEmojiParams = Type.Object({ application_id: SnowflakeId, emoji_id: SnowflakeId })

/** Decodes the data URI of an emoji's image. @throws ApiError INVALID_FORM_BODY for an image over 256 KB */
export function readImage(dataUri: string): { bytes: Buffer; animated: boolean } {
  const bytes = Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64')
  if (bytes.length > EMOJI_MAX_BYTES)
    throw invalidForm(['image'], 'BINARY_TYPE_MAX_SIZE', 'File cannot be larger than 256.0 kb.')
  return { bytes, animated: isAnimated(bytes) }
}
