import type { Snowflake } from '@guildhall/protocol'
import { pack, unpack } from '../../../kernel/json.ts'
import type { EmojiData, StoredEmoji } from '../../../kernel/model.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { EmojiTable } from '../../../kernel/store/tables.ts'
import { EMOJI_DEFAULTS } from './model.ts'

function emojiOfRow(row: EmojiTable): StoredEmoji {
  const { data, ...columns } = row
  return { ...EMOJI_DEFAULTS, ...unpack<Partial<EmojiData>>(data), ...columns }
}

function rowOfEmoji(emoji: StoredEmoji): EmojiTable {
  const { id, guild_id, application_id, name, ...data } = emoji
  return { id, guild_id, application_id, name, data: pack(data) }
}

/** Lists the emojis of a guild. */
export async function listGuildEmojis(session: StoreSession, guildId: Snowflake): Promise<StoredEmoji[]> {
  return (await session.all(db.selectFrom('emojis').selectAll().where('guild_id', '=', guildId))).map(emojiOfRow)
}

/** Lists the emojis of an application. */
export async function listApplicationEmojis(session: StoreSession, applicationId: Snowflake): Promise<StoredEmoji[]> {
  const rows = await session.all(db.selectFrom('emojis').selectAll().where('application_id', '=', applicationId))
  return rows.map(emojiOfRow)
}

/** Returns an emoji of a guild or an application. */
export async function findEmoji(session: StoreSession, id: Snowflake): Promise<StoredEmoji | undefined> {
  const row = await session.first(db.selectFrom('emojis').selectAll().where('id', '=', id))
  return row && emojiOfRow(row)
}

/** Returns the existing emojis of `ids`, by id. */
export async function listEmojisById(
  session: StoreSession,
  ids: readonly Snowflake[],
): Promise<Map<Snowflake, StoredEmoji>> {
  if (ids.length === 0) return new Map()
  const wanted = [...new Set(ids)]
  const rows = await session.all(db.selectFrom('emojis').selectAll().where('id', 'in', wanted))
  return new Map(rows.map((row) => [row.id, emojiOfRow(row)]))
}

/** Inserts an emoji and returns it with all defaults. */
export async function insertEmoji(
  session: StoreSession,
  emoji: Pick<StoredEmoji, 'id' | 'guild_id' | 'application_id' | 'name'> & Partial<EmojiData>,
): Promise<StoredEmoji> {
  const whole = { ...EMOJI_DEFAULTS, ...emoji }
  await session.run(db.insertInto('emojis').values(rowOfEmoji(whole)))
  return whole
}

/** Overwrites the row of an emoji. */
export async function updateEmoji(session: StoreSession, emoji: StoredEmoji): Promise<void> {
  await session.run(db.updateTable('emojis').set(rowOfEmoji(emoji)).where('id', '=', emoji.id))
}

/** Deletes an emoji. */
export async function deleteEmoji(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('emojis').where('id', '=', id))
}
