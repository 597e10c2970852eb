import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Vanity URL of a guild. */
export interface VanityUrl {
  /** In lower case, because lookups ignore case. */
  code: string
  guild_id: Snowflake
  uses: number
}

/** Returns a vanity URL by its code, in any case. */
export async function findVanityUrl(session: StoreSession, code: string): Promise<VanityUrl | undefined> {
  return session.first(db.selectFrom('vanity_urls').selectAll().where('code', '=', code.toLowerCase()))
}

/** Returns the vanity URL of a guild. */
export async function findVanityUrlOfGuild(session: StoreSession, guildId: Snowflake): Promise<VanityUrl | undefined> {
  return session.first(db.selectFrom('vanity_urls').selectAll().where('guild_id', '=', guildId))
}

/** Replaces the code of a guild and resets its uses; null deletes it. Returns false when another guild has the code. */
export async function setVanityUrl(session: StoreSession, guildId: Snowflake, code: string | null): Promise<boolean> {
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

/** Counts one use of a guild's vanity URL. */
export async function countVanityUse(session: StoreSession, guildId: Snowflake): Promise<void> {
  await session.run(
    db
      .updateTable('vanity_urls')
      .set((eb) => ({ uses: eb('uses', '+', 1) }))
      .where('guild_id', '=', guildId),
  )
}
