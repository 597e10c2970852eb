import {
  invalidForm,
  STICKER_DESCRIPTION_MAX,
  STICKER_DESCRIPTION_MIN,
  STICKER_NAME_MAX,
  STICKER_NAME_MIN,
  STICKER_TAGS_MAX,
} from '@guildhall/protocol'
import { Optional, OptionalNullable, SnowflakeId, type Static, Text, Type } from '../../../validation/schema.ts'

const Name = Text(STICKER_NAME_MIN, STICKER_NAME_MAX)
const Tags = Text(1, STICKER_TAGS_MAX)
const Description = OptionalNullable(Text(0, STICKER_DESCRIPTION_MAX))

/** Fields of a new sticker, beside its file. */
export const StickerFields = Type.Object({ name: Name, tags: Tags, description: Description })
export type StickerFields = Static<typeof StickerFields>

/** Changes of a sticker. */
export const StickerChanges = Type.Object({ name: Optional(Name), tags: Optional(Tags), description: Description })

/** Path of a guild's sticker. */
export const GuildStickerParams = Type.Object({ guild_id: SnowflakeId, sticker_id: SnowflakeId })

/** Returns a description of at least two characters, or null. @throws ApiError INVALID_FORM_BODY for one character */
export function readDescription(description: string | null): string | null {
  if (description === null || description === '') return null
  if ([...description].length < STICKER_DESCRIPTION_MIN)
    throw invalidForm(['description'], 'BASE_TYPE_BAD_LENGTH', 'Must be empty or between 2 and 100 in length.')
  return description
}
