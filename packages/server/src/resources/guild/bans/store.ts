import type { Snowflake } from '@guildhall/protocol'
import { pageOf } from '../../../kernel/store/page.ts'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
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
  const { before, after } = window
  const bans = db.selectFrom('bans').selectAll().where('guild_id', '=', guildId)
  return pageOf(session, bans, 'user_id', before === undefined ? { after, from: 'first', limit } : { before, limit })
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
