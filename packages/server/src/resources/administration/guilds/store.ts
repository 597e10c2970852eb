import type { Snowflake } from '@guildhall/protocol'
import { sql } from 'kysely'
import { db } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { GuildSize } from './model.ts'

/** Returns the guilds with the most members, of all or of those whose name or id a text gives. */
export async function listLargestGuilds(
  session: StoreSession,
  { query, limit }: { query: string | undefined; limit: number },
): Promise<Omit<GuildSize, 'messages'>[]> {
  let guilds = db
    .selectFrom('guilds')
    .leftJoin('member_counts', 'member_counts.guild_id', 'guilds.id')
    .select(['guilds.id', 'guilds.name', 'guilds.owner_id', 'member_counts.members'])
    .orderBy(sql`coalesce(member_counts.members, 0)`, 'desc')
    .orderBy('guilds.id')
    .limit(limit)
  if (query !== undefined) {
    const pattern = `%${query.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
    guilds = guilds.where(({ eb, or, ref }) =>
      or([
        sql<boolean>`lower(${ref('guilds.name')}) like ${pattern} escape '\\'`,
        ...(/^\d{1,19}$/.test(query) ? [eb('guilds.id', '=', BigInt(query))] : []),
      ]),
    )
  }
  const rows = await session.all(guilds)
  const bytes = await bytesOf(
    session,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, name, owner_id, members }) => ({
    id,
    name,
    ownerId: owner_id,
    members: members ?? 0,
    bytes: bytes.get(id) ?? 0n,
  }))
}

/** Counts the messages of guilds. */
export async function countMessagesOf(
  session: StoreSession,
  ids: readonly Snowflake[],
): Promise<Map<Snowflake, number>> {
  if (ids.length === 0) return new Map()
  const counts = db
    .selectFrom('messages')
    .innerJoin('channels', 'channels.id', 'messages.channel_id')
    .select(['channels.guild_id', (eb) => eb.fn.countAll().as('count')])
    .where('channels.guild_id', 'in', [...ids])
    .groupBy('channels.guild_id')
  return new Map((await session.all(counts)).map(({ guild_id, count }) => [guild_id ?? 0n, Number(count)]))
}

async function bytesOf(session: StoreSession, ids: readonly Snowflake[]): Promise<Map<Snowflake, bigint>> {
  if (ids.length === 0) return new Map()
  const holders = new Map(ids.map((id) => [`guild ${id}`, id]))
  const held = db
    .selectFrom('stored_bytes')
    .selectAll()
    .where('holder', 'in', [...holders.keys()])
  return new Map((await session.all(held)).map(({ holder, bytes }) => [holders.get(holder) ?? 0n, bytes]))
}
