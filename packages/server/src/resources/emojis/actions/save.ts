import { AuditLogAction, demand, EMOJI_MAX_BYTES, invalidForm, type Snowflake } from '@guildhall/protocol'
import { guildTopic } from '../../../kernel/event.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { StoredEmoji, User } from '../../../kernel/model.ts'
import type { Platform } from '../../../kernel/platform.ts'
import type { Work } from '../../../kernel/work.ts'
import { isAnimated } from '../../../media/picture-format.ts'
import { audit } from '../../audit-log/index.ts'
import { emojiKey, type FileKeeper, keepFile, removeFiles } from '../../files/index.ts'
import { guildEmojisUpdate } from '../events.ts'
import { rolesInGuild } from '../model.ts'
import type { EmojiFields } from '../requests.ts'
import { mayAddApplicationEmoji, mayAddGuildEmoji } from '../rules.ts'
import * as store from '../store.ts'

/** Creates an emoji of a guild, emits it and audits it. */
export async function createGuildEmoji(
  work: Work,
  platform: Platform,
  view: GuildView,
  creator: User,
  fields: EmojiFields,
): Promise<StoredEmoji> {
  const { bytes, animated } = readImage(fields.image)
  const existing = [...view.emojis.values()]
  demand(mayAddGuildEmoji(view.guild, existing, animated))
  const id = work.nextId()
  await keepFile(work, platform, emojiKey(id), bytes)
  const emoji = await store.insertEmoji(work, {
    id,
    guild_id: view.id,
    application_id: null,
    name: fields.name,
    animated,
    user_id: creator.id,
    roles: rolesInGuild(view, fields.roles),
  })
  emitEmojis(work, view, [...existing, emoji])
  const changes = [{ key: 'name', new_value: emoji.name }]
  await audit(work, { guildId: view.id, action: AuditLogAction.EMOJI_CREATE, targetId: id, changes })
  return emoji
}

/** Stores an emoji of a guild that is older than the platform. Emits nothing. */
export async function restoreEmoji(
  work: Work,
  keeper: FileKeeper,
  emoji: Parameters<typeof store.insertEmoji>[1],
  image: string | undefined,
): Promise<void> {
  const read = image === undefined ? null : readImage(image)
  if (read) await keepFile(work, keeper, emojiKey(emoji.id), read.bytes)
  await store.insertEmoji(work, { ...emoji, ...(read && { animated: read.animated }) })
}

/** Stores a changed emoji of a guild, emits it and audits a new name. */
export async function saveGuildEmoji(
  work: Work,
  view: GuildView,
  before: StoredEmoji,
  after: StoredEmoji,
): Promise<void> {
  await store.updateEmoji(work, after)
  emitEmojis(
    work,
    view,
    [...view.emojis.values()].map((emoji) => (emoji.id === after.id ? after : emoji)),
  )
  if (after.name === before.name) return
  const changes = [{ key: 'name', old_value: before.name, new_value: after.name }]
  await audit(work, { guildId: view.id, action: AuditLogAction.EMOJI_UPDATE, targetId: after.id, changes })
}

/** Deletes an emoji of a guild with its image, emits and audits it. */
export async function deleteGuildEmoji(work: Work, view: GuildView, emoji: StoredEmoji): Promise<void> {
  await deleteEmojiAndImage(work, emoji.id)
  emitEmojis(
    work,
    view,
    [...view.emojis.values()].filter(({ id }) => id !== emoji.id),
  )
  const changes = [{ key: 'name', old_value: emoji.name }]
  await audit(work, { guildId: view.id, action: AuditLogAction.EMOJI_DELETE, targetId: emoji.id, changes })
}

/** Creates an emoji of an application. */
export async function createApplicationEmoji(
  work: Work,
  platform: Platform,
  applicationId: Snowflake,
  creator: User,
  fields: EmojiFields,
): Promise<StoredEmoji> {
  const { bytes, animated } = readImage(fields.image)
  demand(mayAddApplicationEmoji((await store.listApplicationEmojis(work, applicationId)).length))
  const id = work.nextId()
  await keepFile(work, platform, emojiKey(id), bytes)
  const owner = { guild_id: null, application_id: applicationId }
  return store.insertEmoji(work, { id, ...owner, name: fields.name, animated, user_id: creator.id, roles: [] })
}

/** Stores a changed emoji of an application. */
export async function saveApplicationEmoji(work: Work, emoji: StoredEmoji): Promise<void> {
  await store.updateEmoji(work, emoji)
}

/** Deletes an emoji with its image. */
export async function deleteEmojiAndImage(work: Work, id: Snowflake): Promise<void> {
  await store.deleteEmoji(work, id)
  await removeFiles(work, [emojiKey(id)])
}

function readImage(dataUri: string): { bytes: Buffer; animated: boolean } {
  const bytes = Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64')
  if (bytes.length > EMOJI_MAX_BYTES)
    throw invalidForm(['image'], 'BINARY_TYPE_MAX_SIZE', 'File cannot be larger than 256.0 kb.')
  return { bytes, animated: isAnimated(bytes) }
}

function emitEmojis(work: Work, view: GuildView, emojis: readonly StoredEmoji[]): void {
  work.emit(guildEmojisUpdate, guildTopic(view.id), { guildId: view.id, emojis })
}
