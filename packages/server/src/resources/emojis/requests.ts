import { EMOJI_NAME_MAX, EMOJI_NAME_MIN, ROLES_MAX } from '@guildhall/protocol'
import { ImageData, Optional, OptionalNullable, SnowflakeId, type Static, Type } from '../../validation/schema.ts'

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
