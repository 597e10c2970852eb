/** Tables beside `members`: a count per guild and an index of names. Counting and searching read no member rows. */
import type { Snowflake } from '@guildhall/protocol'
import type { Member } from '../../../kernel/model.ts'
import { db, prepare } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

const addToCount = prepare<{ guildId: Snowflake; by: number }>()((slot) =>
  db
    .insertInto('member_counts')
    .values({ guild_id: slot('guildId'), members: slot('by') })
    .onConflict((conflict) =>
      conflict.column('guild_id').doUpdateSet((eb) => ({ members: eb('member_counts.members', '+', slot('by')) })),
    ),
)

/** Adds to the stored member count of a guild. */
export async function updateMemberCount(session: StoreSession, guildId: Snowflake, by: 1 | -1): Promise<void> {
  await session.sendPrepared(addToCount, { guildId, by })
}

/** Returns the number of members of a guild. */
export async function countMembers(session: StoreSession, guildId: Snowflake): Promise<number> {
  const row = await session.first(db.selectFrom('member_counts').select('members').where('guild_id', '=', guildId))
  return row?.members ?? 0
}

const NAME_BYTES = 64
/** Returns the index key of a name or prefix: hex, so that no database collation changes its order. */
function keyOf(name: string): string {
  return Buffer.from(name.toLowerCase()).subarray(0, NAME_BYTES).toString('hex')
}
/** Sorts after every hex digit. */
const AFTER_ALL = 'g'

/** Indexes a member by username, global name and nickname. */
export async function insertMemberNames(
  session: StoreSession,
  { guild_id, user_id, nick }: Pick<Member, 'guild_id' | 'user_id' | 'nick'>,
): Promise<void> {
  const user = await session.first(db.selectFrom('users').select(['username', 'global_name']).where('id', '=', user_id))
  const names = [user?.username, user?.global_name, nick].filter((name) => typeof name === 'string' && name !== '')
  const keys = new Set(names.map((name) => keyOf(name as string)))
  if (keys.size === 0) return
  await session.run(db.insertInto('member_names').values([...keys].map((name) => ({ guild_id, name, user_id }))))
}

/** Removes a member from the index of names. */
export async function deleteMemberNames(session: StoreSession, guildId: Snowflake, userId: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('member_names').where('user_id', '=', userId).where('guild_id', '=', guildId))
}

/** Replaces the indexed names of a member by the current ones. */
export async function updateMemberNames(session: StoreSession, member: Member): Promise<void> {
  await deleteMemberNames(session, member.guild_id, member.user_id)
  await insertMemberNames(session, member)
}

/** Lists ids of members with a name that starts with a prefix, in any case, in the order of those names. */
export async function listMemberIdsByName(
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
      // Up to three names of one member can match.
      .limit(limit * 3),
  )
  return [...new Set(rows.map((row) => row.user_id))].slice(0, limit)
}
