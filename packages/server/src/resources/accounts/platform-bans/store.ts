import type { Snowflake } from '@guildhall/protocol'
import { db, prepare } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { PlatformBan } from './model.ts'

const banOfUser = prepare<{ user_id: Snowflake }>()((slot) =>
  db.selectFrom('platform_bans').selectAll().where('user_id', '=', slot('user_id')),
)

/** Returns the ban of a user, active or ended. */
export async function findPlatformBan(session: StoreSession, userId: Snowflake): Promise<PlatformBan | undefined> {
  return session.firstPrepared(banOfUser, { user_id: userId })
}

/** Inserts a ban, or replaces the one of its user. */
export async function savePlatformBan(session: StoreSession, ban: PlatformBan): Promise<void> {
  const insert = db.insertInto('platform_bans').values(ban)
  await session.run(insert.onConflict((conflict) => conflict.column('user_id').doUpdateSet(ban)))
}

/** Deletes the ban of a user. Returns false if there was none. */
export async function deletePlatformBan(session: StoreSession, userId: Snowflake): Promise<boolean> {
  return (await session.run(db.deleteFrom('platform_bans').where('user_id', '=', userId))) > 0
}
