import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'

export interface VanityUrl {
  /** As it is looked up: in lower case. */
  code: string
  guild_id: Snowflake
  uses: number
}

export async function find(session: StoreSession, code: string): Promise<VanityUrl | undefined> {
  return session.first(db.selectFrom('vanity_urls').selectAll().where('code', '=', code.toLowerCase()))
}

export async function findOfGuild(session: StoreSession, guildId: Snowflake): Promise<VanityUrl | undefined> {
  return session.first(db.selectFrom('vanity_urls').selectAll().where('guild_id', '=', guildId))
}

/** Gives a guild another code, counted from 0; false when it is taken. Null gives it none. */
export async function set(session: StoreSession, guildId: Snowflake, code: string | null): Promise<boolean> {
  await session.run(db.deleteFrom('vanity_urls').where('guild_id', '=', guildId))
  if (code === null) return true
  const row = { code: code.toLowerCase(), guild_id: guildId, uses: 0 }
  const added = await session.run(
    db
      .insertInto('vanity_urls')
      .values(row)
      .onConflict((conflict) => conflict.doNothing()),
  )
  return added > 0
}

export async function countUse(session: StoreSession, guildId: Snowflake): Promise<void> {
  await session.run(
    db
      .updateTable('vanity_urls')
      .set((eb) => ({ uses: eb('uses', '+', 1) }))
      .where('guild_id', '=', guildId),
  )
}
