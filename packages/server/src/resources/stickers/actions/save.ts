import { ApiError, AuditLogAction, type Snowflake } from '@guildhall/protocol'
import { guildTopic } from '../../../kernel/event.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { StoredSticker } from '../../../kernel/model.ts'
import type { Platform } from '../../../kernel/platform.ts'
import type { Work } from '../../../kernel/work.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'
import { type FileKeeper, keepFile, removeFiles, stickerKey } from '../../files/index.ts'
import { guildStickersUpdate } from '../events.ts'
import { presentSticker } from '../present.ts'
import { stickersMax } from '../rules.ts'
import * as store from '../store.ts'

/** Fields that the audit log records of a sticker. */
const AUDITED = ['name', 'description', 'tags', 'format_type', 'available', 'guild_id', 'id'] as const
const AUDITED_CHANGES = ['name', 'description', 'tags'] as const

/** Creates a sticker of a guild, emits it and audits it. @throws ApiError TOO_MANY_STICKERS */
export async function createSticker(
  work: Work,
  platform: Platform,
  view: GuildView,
  fields: Omit<StoredSticker, 'id' | 'guild_id'>,
  bytes: Buffer,
): Promise<StoredSticker> {
  if (view.stickers.size >= stickersMax(view.guild)) throw new ApiError('TOO_MANY_STICKERS')
  const id: Snowflake = work.nextId()
  const sticker = { id, guild_id: view.id, ...fields }
  await keepFile(work, platform, stickerKey(id), bytes)
  await store.insertSticker(work, sticker)
  emitStickers(work, view, [...view.stickers.values(), sticker])
  const changes = changesBetween({}, presentSticker(sticker), AUDITED)
  await audit(work, { guildId: view.id, action: AuditLogAction.STICKER_CREATE, targetId: id, changes })
  return sticker
}

/** Stores a sticker that is older than the platform, with its file if there is one. Emits nothing. */
export async function restoreSticker(
  work: Work,
  keeper: FileKeeper,
  sticker: StoredSticker,
  bytes: Buffer | null,
): Promise<void> {
  if (bytes) await keepFile(work, keeper, stickerKey(sticker.id), bytes)
  await store.insertSticker(work, sticker)
}

/** Stores a changed sticker, emits it and audits it; without a change it does nothing. */
export async function saveSticker(
  work: Work,
  view: GuildView,
  before: StoredSticker,
  after: StoredSticker,
): Promise<void> {
  const changes = changesBetween(presentSticker(before), presentSticker(after), AUDITED_CHANGES)
  if (changes.length === 0) return
  await store.updateSticker(work, after)
  emitStickers(
    work,
    view,
    [...view.stickers.values()].map((sticker) => (sticker.id === after.id ? after : sticker)),
  )
  await audit(work, { guildId: view.id, action: AuditLogAction.STICKER_UPDATE, targetId: after.id, changes })
}

/** Deletes a sticker, emits and audits it. Its picture stays while messages show it. */
export async function deleteSticker(work: Work, view: GuildView, sticker: StoredSticker): Promise<void> {
  await store.deleteSticker(work, sticker.id)
  await removeFiles(work, [stickerKey(sticker.id)])
  emitStickers(
    work,
    view,
    [...view.stickers.values()].filter(({ id }) => id !== sticker.id),
  )
  const changes = changesBetween(presentSticker(sticker), {}, AUDITED)
  await audit(work, { guildId: view.id, action: AuditLogAction.STICKER_DELETE, targetId: sticker.id, changes })
}

function emitStickers(work: Work, view: GuildView, stickers: readonly StoredSticker[]): void {
  work.emit(guildStickersUpdate, guildTopic(view.id), { guildId: view.id, stickers })
}
