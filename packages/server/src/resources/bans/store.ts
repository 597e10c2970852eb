import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { StoredBan } from './model.ts'

/** Returns the ban of a user, or undefined. */
export async function findBan(
  session: StoreSession,
  guildId: Snowflake,
  userId: Snowflake,
): Promise<StoredBan | undefined> {
  return session.first(db.selectFrom('bans').selectAll().where('guild_id', '=', guildId).where('user_id', '=', userId))
}

/** Lists bans by ascending user id, from above `after` or the last ones below `before`. */
export async function listBans(
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

/** Stores a ban; does nothing for a banned user. */
export async function insertBan(session: StoreSession, ban: StoredBan): Promise<void> {
  await session.run(
    db
      .insertInto('bans')
      .values(ban)
      .onConflict((conflict) => conflict.doNothing()),
  )
}

/** Deletes a ban. Returns false for a user who is not banned. */
export async function deleteBan(session: StoreSession, guildId: Snowflake, userId: Snowflake): Promise<boolean> {
  return (await session.run(db.deleteFrom('bans').where('guild_id', '=', guildId).where('user_id', '=', userId))) > 0
}
