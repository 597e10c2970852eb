import { AuditLogAction, demand, type EmojiObject, type Snowflake } from '@guildhall/protocol'
import { guildTopic } from '../../../../kernel/event.ts'
import type { StoredEmoji, User } from '../../../../kernel/model.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import type { Work } from '../../../../kernel/work.ts'
import { emojiKey, type FileKeeper, keepFile, removeFiles } from '../../../accounts/files/index.ts'
import { type ExpressionKind, expressionsAfter } from '../../expressions/index.ts'
import { guildEmojisUpdate } from '../events.ts'
import { presentEmoji } from '../present.ts'
import { type EmojiFields, readImage } from '../requests.ts'
import { mayAddApplicationEmoji } from '../rules.ts'
import * as store from '../store.ts'

/** Emojis of a guild. Each change emits all of them, also one of roles alone, which the audit log does not record. */
export const guildEmojis: ExpressionKind<StoredEmoji, EmojiObject> = {
  unknown: 'UNKNOWN_EMOJI',
  actions: {
    created: AuditLogAction.EMOJI_CREATE,
    changed: AuditLogAction.EMOJI_UPDATE,
    deleted: AuditLogAction.EMOJI_DELETE,
  },
  audited: ['name'],
  auditedChanges: ['name'],
  savesUnchanged: true,
  of: ({ emojis }) => emojis,
  fileKey: emojiKey,
  present: presentEmoji,
  insert: store.insertEmoji,
  update: store.updateEmoji,
  delete: store.deleteEmoji,
  emit(work, view, change) {
    const emojis = expressionsAfter(view.emojis, change)
    work.emit(guildEmojisUpdate, guildTopic(view.id), { guildId: view.id, emojis })
  },
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

/** Deletes an emoji of an application with its image. */
export async function deleteEmojiAndImage(work: Work, id: Snowflake): Promise<void> {
  await store.deleteEmoji(work, id)
  await removeFiles(work, [emojiKey(id)])
}
