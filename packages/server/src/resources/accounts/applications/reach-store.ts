import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Returns the number of users who share a guild with a bot, including the bot, counted up to `max`. */
export async function countUsersSharedWith(session: StoreSession, botId: Snowflake, max: number): Promise<number> {
  const guilds = db.selectFrom('members').select('guild_id').where('user_id', '=', botId)
  const users = db.selectFrom('members').select('user_id').distinct().where('guild_id', 'in', guilds).limit(max)
  const row = await session.first(db.selectFrom(users.as('users')).select((eb) => eb.fn.countAll<number>().as('count')))
  return Number(row?.count ?? 0)
}

/** Returns the number of guilds that have added an application. */
export async function countGuildsOf(session: StoreSession, applicationId: Snowflake): Promise<number> {
  const row = await session.first(
    db
      .selectFrom('integrations')
      .select((eb) => eb.fn.countAll<number>().as('guilds'))
      .where('application_id', '=', applicationId),
  )
  return Number(row?.guilds ?? 0)
}
