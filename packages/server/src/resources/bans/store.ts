import type { Instant, Snowflake } from '@guildhall/protocol'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'

export interface StoredBan {
  guild_id: Snowflake
  user_id: Snowflake
  reason: string | null
  created_at: Instant
}

export async function find(
  session: StoreSession,
  guildId: Snowflake,
  userId: Snowflake,
): Promise<StoredBan | undefined> {
  return session.first(db.selectFrom('bans').selectAll().where('guild_id', '=', guildId).where('user_id', '=', userId))
}

/** By ascending user id; from below `before` backwards, as the documented pages go. */
export async function page(
  session: StoreSession,
  guildId: Snowflake,
  window: { before?: Snowflake; after?: Snowflake },
  limit: number,
): Promise<StoredBan[]> {
  const base = db.selectFrom('bans').selectAll().where('guild_id', '=', guildId)
  if (window.before !== undefined) {
    return (
      await session.all(base.where('user_id', '<', window.before).orderBy('user_id', 'desc').limit(limit))
    ).reverse()
  }
  return session.all(
    base
      .where('user_id', '>', window.after ?? 0n)
      .orderBy('user_id')
      .limit(limit),
  )
}

export async function insert(session: StoreSession, ban: StoredBan): Promise<void> {
  await session.run(
    db
      .insertInto('bans')
      .values(ban)
      .onConflict((conflict) => conflict.doNothing()),
  )
}

export async function remove(session: StoreSession, guildId: Snowflake, userId: Snowflake): Promise<boolean> {
  return (await session.run(db.deleteFrom('bans').where('guild_id', '=', guildId).where('user_id', '=', userId))) > 0
}
