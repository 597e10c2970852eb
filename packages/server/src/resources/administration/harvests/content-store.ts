import type { Snowflake } from '@guildhall/protocol'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

/** Lists the keys of files that a person had kept, in order. */
export async function listFilesOf(
  session: StoreSession,
  userId: Snowflake,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const own = db.selectFrom('stored_files').select('key').where('user_id', '=', userId).where('key', '>', after)
  return (await session.all(own.orderBy('key').limit(limit))).map(({ key }) => key)
}

/** Lists the relationships of a person with the names of the others. */
export async function listRelationshipsOf(session: StoreSession, userId: Snowflake) {
  return session.all(
    db
      .selectFrom('relationships')
      .leftJoin('users', 'users.id', 'relationships.other_id')
      .select(['relationships.other_id', 'relationships.type', 'relationships.since', 'users.username'])
      .where('relationships.user_id', '=', userId)
      .where('relationships.application_id', '=', 0n)
      .orderBy('relationships.other_id'),
  )
}

/** Lists the guilds of a person with their names. */
export async function listGuildsOf(session: StoreSession, userId: Snowflake) {
  return session.all(
    db
      .selectFrom('members')
      .innerJoin('guilds', 'guilds.id', 'members.guild_id')
      .select(['guilds.id', 'guilds.name'])
      .where('members.user_id', '=', userId)
      .orderBy('guilds.id'),
  )
}

/** Returns the name of a guild. */
export async function findGuildName(session: StoreSession, guildId: Snowflake): Promise<string | undefined> {
  return (await session.first(db.selectFrom('guilds').select('name').where('id', '=', guildId)))?.name
}

/** Lists messages in games that a person wrote, in order. */
export async function listGameMessagesOf(
  session: StoreSession,
  userId: Snowflake,
  { after, limit }: { after: Snowflake; limit: number },
) {
  const own = db.selectFrom('game_messages').select(['id', 'channel_id', 'content']).where('author_id', '=', userId)
  return session.all(own.where('id', '>', after).orderBy('id').limit(limit))
}
