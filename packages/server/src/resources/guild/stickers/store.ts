import type { Snowflake } from '@guildhall/protocol'
import type { StoredSticker } from '../../../kernel/model.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Lists the stickers of a guild, oldest first. */
export async function listGuildStickers(session: StoreSession, guildId: Snowflake): Promise<StoredSticker[]> {
  return session.all(db.selectFrom('stickers').selectAll().where('guild_id', '=', guildId).orderBy('id'))
}

/** Lists the existing stickers of `ids`, of any guild. */
export async function listStickersById(session: StoreSession, ids: readonly Snowflake[]): Promise<StoredSticker[]> {
  if (ids.length === 0) return []
  return session.all(
    db
      .selectFrom('stickers')
      .selectAll()
      .where('id', 'in', [...ids]),
  )
}

/** Inserts a sticker. */
export async function insertSticker(session: StoreSession, sticker: StoredSticker): Promise<void> {
  await session.run(db.insertInto('stickers').values(sticker))
}

/** Overwrites the row of a sticker. */
export async function updateSticker(session: StoreSession, sticker: StoredSticker): Promise<void> {
  await session.run(db.updateTable('stickers').set(sticker).where('id', '=', sticker.id))
}

/** Deletes a sticker. */
export async function deleteSticker(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('stickers').where('id', '=', id))
}
