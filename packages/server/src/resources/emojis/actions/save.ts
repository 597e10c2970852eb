import {
  APPLICATION_EMOJIS_MAX,
  ApiError,
  EMOJI_MAX_BYTES,
  EMOJI_NAME_MAX,
  EMOJI_NAME_MIN,
  EMOJIS_MAX_BY_TIER,
  invalidForm,
  type Snowflake,
} from '@guildhall/protocol'
import { guildTopic } from '../../../kernel/event.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { StoredEmoji, User } from '../../../kernel/model.ts'
import type { Platform } from '../../../kernel/platform.ts'
import type { Work } from '../../../kernel/work.ts'
import { isAnimated } from '../../../media/picture-format.ts'
import { ImageData, Optional, OptionalNullable, SnowflakeId, type Static, Type } from '../../../validation/schema.ts'
import { keepFile } from '../../files/index.ts'
import { findUser } from '../../users/index.ts'
import { guildEmojisUpdate } from '../events.ts'
import * as store from '../store.ts'

const Name = Type.String({ minLength: EMOJI_NAME_MIN, maxLength: EMOJI_NAME_MAX, pattern: '^\\w+$' })
const Roles = OptionalNullable(Type.Array(SnowflakeId, { maxItems: 250 }))
export const EmojiBody = Type.Object({ name: Name, image: ImageData, roles: Roles })
export const EmojiChanges = Type.Object({ name: Optional(Name), roles: Roles })

/** A guild of this feature has as many emojis as a well boosted one. */
const MORE_EMOJI_MAX = 200

/** Makes an emoji of a guild or an application; its image lies where the CDN looks for it. */
export async function createEmoji(
  work: Work,
  platform: Platform,
  owner: { view: GuildView } | { applicationId: Snowflake },
  creator: User,
  body: Static<typeof EmojiBody>,
): Promise<StoredEmoji> {
  const bytes = Buffer.from(body.image.slice(body.image.indexOf(',') + 1), 'base64')
  if (bytes.length > EMOJI_MAX_BYTES)
    throw invalidForm(['image'], 'BINARY_TYPE_MAX_SIZE', 'File cannot be larger than 256.0 kb.')
  const animated = isAnimated(bytes)
  const existing =
    'view' in owner ? [...owner.view.emojis.values()] : await store.listApplicationEmojis(work, owner.applicationId)
  refuseTooMany(owner, existing, animated)
  const id = work.nextId()
  await keepFile(work, platform, imageKey(id), bytes)
  const emoji = await store.insertEmoji(work, {
    id,
    guild_id: 'view' in owner ? owner.view.id : null,
    application_id: 'view' in owner ? null : owner.applicationId,
    name: body.name,
    animated,
    user_id: creator.id,
    roles: 'view' in owner ? rolesOf(owner.view, body.roles) : [],
  })
  if ('view' in owner) announceEmojis(work, owner.view, [...existing, emoji])
  return emoji
}

function refuseTooMany(
  owner: { view: GuildView } | { applicationId: Snowflake },
  existing: readonly StoredEmoji[],
  animated: boolean,
): void {
  if (!('view' in owner)) {
    if (existing.length >= APPLICATION_EMOJIS_MAX) throw new ApiError('TOO_MANY_EMOJIS')
    return
  }
  const { premium_tier, features } = owner.view.guild
  const more = features.includes('MORE_EMOJI') ? MORE_EMOJI_MAX : 0
  const most = Math.max(EMOJIS_MAX_BY_TIER[premium_tier] ?? 0, more)
  if (existing.filter((emoji) => emoji.animated === animated).length >= most)
    throw new ApiError(animated ? 'TOO_MANY_ANIMATED_EMOJIS' : 'TOO_MANY_EMOJIS')
}

/** Those of the roles that the guild has. */
export function rolesOf(view: GuildView, roles: readonly Snowflake[] | null | undefined): Snowflake[] {
  return (roles ?? []).filter((role) => view.roles.has(role))
}

export function announceEmojis(work: Work, view: GuildView, emojis: readonly StoredEmoji[]): void {
  work.emit(guildEmojisUpdate, guildTopic(view.id), { guildId: view.id, emojis })
}

/** The emoji, or 10014. */
export function getEmoji(view: GuildView, id: Snowflake): StoredEmoji {
  const emoji = view.emojis.get(id)
  if (!emoji) throw new ApiError('UNKNOWN_EMOJI')
  return emoji
}

/** An emoji of an application with who made it, or 10014. */
export async function applicationEmoji(
  work: Work,
  applicationId: Snowflake,
  id: Snowflake,
): Promise<{ emoji: StoredEmoji; creator: User | undefined }> {
  const emoji = await store.findEmoji(work, id)
  if (!emoji || emoji.application_id !== applicationId) throw new ApiError('UNKNOWN_EMOJI')
  return { emoji, creator: emoji.user_id === null ? undefined : await findUser(work, emoji.user_id) }
}

/** Returns the key of an emoji's image, where the CDN looks for it. */
export const imageKey = (id: Snowflake): string => `images/emojis/${id}`
