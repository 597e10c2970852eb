import { AuditLogAction, type StickerObject } from '@guildhall/protocol'
import { guildTopic } from '../../../../kernel/event.ts'
import type { StoredSticker } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { type FileKeeper, keepFile, stickerKey } from '../../../accounts/files/index.ts'
import { type ExpressionKind, expressionsAfter } from '../../expressions/index.ts'
import { guildStickersUpdate } from '../events.ts'
import { presentSticker } from '../present.ts'
import * as store from '../store.ts'

/** Stickers of a guild. Each change emits all of them. */
export const guildStickers: ExpressionKind<StoredSticker, StickerObject> = {
  unknown: 'UNKNOWN_STICKER',
  actions: {
    created: AuditLogAction.STICKER_CREATE,
    changed: AuditLogAction.STICKER_UPDATE,
    deleted: AuditLogAction.STICKER_DELETE,
  },
  audited: ['name', 'description', 'tags', 'format_type', 'available', 'guild_id', 'id'],
  auditedChanges: ['name', 'description', 'tags'],
  savesUnchanged: false,
  of: ({ stickers }) => stickers,
  fileKey: stickerKey,
  present: presentSticker,
  insert: store.insertSticker,
  update: store.updateSticker,
  delete: store.deleteSticker,
  emit(work, view, change) {
    const stickers = expressionsAfter(view.stickers, change)
    work.emit(guildStickersUpdate, guildTopic(view.id), { guildId: view.id, stickers })
  },
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
