import type { Snowflake } from '@guildhall/protocol'
import { db, prepare } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'

/** What stands beside the members' rows, so that neither counting them nor finding one by name reads them all. */

const addToCount = prepare<{ guildId: Snowflake; by: number }>()((slot) =>
  db
    .insertInto('member_counts')
    .values({ guild_id: slot('guildId'), members: slot('by') })
    .onConflict((conflict) =>
      conflict.column('guild_id').doUpdateSet((eb) => ({ members: eb('member_counts.members', '+', slot('by')) })),
    ),
)

export async function countMember(session: StoreSession, guildId: Snowflake, by: 1 | -1): Promise<void> {
  await session.runPrepared(addToCount, { guildId, by })
}

/** How many members a guild has. */
export async function count(session: StoreSession, guildId: Snowflake): Promise<number> {
  const row = await session.first(db.selectFrom('member_counts').select('members').where('guild_id', '=', guildId))
  return row?.members ?? 0
}

/** Names are kept as hex: bytes in their order, whatever a database thinks of letters. A prefix stays a prefix. */
const NAME_BYTES = 64
function keyOf(name: string): string {
  return Buffer.from(name.toLowerCase()).subarray(0, NAME_BYTES).toString('hex')
}
/** Above all hex digits. */
const AFTER_ALL = 'g'

/** A member is found by username, global name and nick. */
export async function nameMember(
  session: StoreSession,
  guildId: Snowflake,
  userId: Snowflake,
  nick: string | null,
): Promise<void> {
  const user = await session.first(db.selectFrom('users').select(['username', 'global_name']).where('id', '=', userId))
  const names = [user?.username, user?.global_name, nick].filter((name) => typeof name === 'string' && name !== '')
  const keys = new Set(names.map((name) => keyOf(name as string)))
  if (keys.size === 0) return
  const rows = [...keys].map((name) => ({ guild_id: guildId, name, user_id: userId }))
  await session.run(db.insertInto('member_names').values(rows))
}

export async function unnameMember(session: StoreSession, guildId: Snowflake, userId: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('member_names').where('user_id', '=', userId).where('guild_id', '=', guildId))
}

/** Ids of members of whom a name begins with a text, in any case, in the order of those names. */
export async function idsByName(
  session: StoreSession,
  guildId: Snowflake,
  prefix: string,
  limit: number,
): Promise<Snowflake[]> {
  const key = keyOf(prefix)
  const rows = await session.all(
    db
      .selectFrom('member_names')
      .select('user_id')
      .where('guild_id', '=', guildId)
      .where('name', '>=', key)
      .where('name', '<', `${key}${AFTER_ALL}`)
      .orderBy('name')
      .orderBy('user_id')
      // One member may be found by three names.
      .limit(limit * 3),
  )
  return [...new Set(rows.map((row) => row.user_id))].slice(0, limit)
}
