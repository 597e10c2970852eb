import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Returns the days for which guilds keep messages, by guild. Other guilds keep them as long as the instance does. */
export async function listRetentions(session: StoreSession): Promise<Map<Snowflake, number>> {
  const rows = await session.all(db.selectFrom('guild_retentions').selectAll())
  return new Map(rows.map(({ guild_id, messages_days }) => [guild_id, messages_days]))
}

/** Stores the days for which a guild keeps messages; null for as long as the instance does. */
export async function putRetention(session: StoreSession, guildId: Snowflake, days: number | null): Promise<void> {
  await session.run(db.deleteFrom('guild_retentions').where('guild_id', '=', guildId))
  if (days !== null)
    await session.run(db.insertInto('guild_retentions').values({ guild_id: guildId, messages_days: days }))
}
