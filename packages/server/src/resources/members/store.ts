import type { Snowflake } from '@guildhall/protocol'
import { packBeside, unpack } from '../../kernel/json.ts'
import type { Member, MemberData, User } from '../../kernel/model.ts'
import { db, prepare } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { MemberTable } from '../../kernel/store/tables.ts'
import { userOfRow } from '../users/index.ts'
import { countMember, nameMember, unnameMember } from './store-index.ts'

const memberById = prepare<{ guildId: Snowflake; userId: Snowflake }>()((slot) =>
  db.selectFrom('members').selectAll().where('guild_id', '=', slot('guildId')).where('user_id', '=', slot('userId')),
)

const DEFAULTS: MemberData = {
  avatar: null,
  banner: null,
  bio: null,
  deaf: false,
  mute: false,
  flags: 0,
  pending: false,
  premium_since: null,
  communication_disabled_until: null,
  temporary: false,
}

function memberOfRow(row: MemberTable): Member {
  const { data, roles, ...columns } = row
  return {
    ...DEFAULTS,
    ...unpack<Partial<MemberData>>(data),
    ...columns,
    roles: roles === '[]' ? [] : (JSON.parse(roles) as string[]).map(BigInt),
  }
}

function rowOfMember(member: Member): MemberTable {
  const { guild_id, user_id, nick, joined_at, roles, ...data } = member
  return {
    guild_id,
    user_id,
    nick,
    joined_at,
    roles: JSON.stringify(roles.map(String)),
    data: packBeside(DEFAULTS, data),
  }
}

export async function find(session: StoreSession, guildId: Snowflake, userId: Snowflake): Promise<Member | undefined> {
  const row = await session.firstPrepared(memberById, { guildId, userId })
  return row && memberOfRow(row)
}

/** Members of a guild by ascending user id, from above `after`. */
export async function page(
  session: StoreSession,
  guildId: Snowflake,
  after: Snowflake,
  limit: number,
): Promise<Member[]> {
  const rows = await session.all(
    db
      .selectFrom('members')
      .selectAll()
      .where('guild_id', '=', guildId)
      .where('user_id', '>', after)
      .orderBy('user_id')
      .limit(limit),
  )
  return rows.map(memberOfRow)
}

const pageOfBoth = prepare<{ guildId: Snowflake; after: Snowflake; limit: number }>()((slot) =>
  db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['guild_id', 'user_id', 'nick', 'joined_at', 'roles', 'members.data'])
    .select(['username', 'discriminator', 'global_name', 'bot', 'users.data as user_data'])
    .where('guild_id', '=', slot('guildId'))
    .where('user_id', '>', slot('after'))
    .orderBy('user_id')
    .limit(slot('limit')),
)

/** The same page with the users, in one statement. */
export async function pageOfUsers(
  session: StoreSession,
  guildId: Snowflake,
  after: Snowflake,
  limit: number,
): Promise<{ member: Member; user: User }[]> {
  const rows = await session.allPrepared(pageOfBoth, { guildId, after, limit })
  return rows.map(({ username, discriminator, global_name, bot, user_data, ...row }) => ({
    member: memberOfRow(row),
    user: userOfRow({ id: row.user_id, username, discriminator, global_name, bot, data: user_data }),
  }))
}

/** Those of `userIds` that are members, by user id. */
export async function list(
  session: StoreSession,
  guildId: Snowflake,
  userIds: Iterable<Snowflake>,
): Promise<Map<Snowflake, Member>> {
  const wanted = [...new Set(userIds)]
  const members = new Map<Snowflake, Member>()
  for (let start = 0; start < wanted.length; start += 500) {
    const rows = await session.all(
      db
        .selectFrom('members')
        .selectAll()
        .where('guild_id', '=', guildId)
        .where('user_id', 'in', wanted.slice(start, start + 500)),
    )
    for (const row of rows) members.set(row.user_id, memberOfRow(row))
  }
  return members
}

/** Ids of all guilds that a user is a member of, ascending. */
export async function guildIdsOf(session: StoreSession, userId: Snowflake): Promise<Snowflake[]> {
  const rows = await session.all(
    db.selectFrom('members').select('guild_id').where('user_id', '=', userId).orderBy('guild_id'),
  )
  return rows.map((row) => row.guild_id)
}

export async function insert(
  session: StoreSession,
  member: Pick<Member, 'guild_id' | 'user_id' | 'joined_at'> & Partial<Member>,
): Promise<Member> {
  const whole: Member = { nick: null, roles: [], ...DEFAULTS, ...member }
  await session.run(db.insertInto('members').values(rowOfMember(whole)))
  await countMember(session, whole.guild_id, 1)
  await nameMember(session, whole.guild_id, whole.user_id, whole.nick)
  return whole
}

export async function update(session: StoreSession, member: Member): Promise<void> {
  await session.run(
    db
      .updateTable('members')
      .set(rowOfMember(member))
      .where('guild_id', '=', member.guild_id)
      .where('user_id', '=', member.user_id),
  )
}

export async function remove(session: StoreSession, guildId: Snowflake, userId: Snowflake): Promise<boolean> {
  const removed = await session.run(
    db.deleteFrom('members').where('guild_id', '=', guildId).where('user_id', '=', userId),
  )
  if (removed === 0) return false
  await countMember(session, guildId, -1)
  await unnameMember(session, guildId, userId)
  return true
}

/** How many members have each role. Roles are JSON in the member's row, so every row of the guild is read. */
export async function countByRole(session: StoreSession, guildId: Snowflake): Promise<Map<Snowflake, number>> {
  const counts = new Map<Snowflake, number>()
  let after = -1n
  for (;;) {
    const rows = await page(session, guildId, after, 1000)
    for (const member of rows) for (const role of member.roles) counts.set(role, (counts.get(role) ?? 0) + 1)
    const last = rows.at(-1)
    if (!last || rows.length < 1000) return counts
    after = last.user_id
  }
}

/** How many users a bot shares a guild with, itself among them, counted no further than `max`. */
export async function countSharedWith(session: StoreSession, botId: Snowflake, max: number): Promise<number> {
  const guilds = db.selectFrom('members').select('guild_id').where('user_id', '=', botId)
  const users = db.selectFrom('members').select('user_id').distinct().where('guild_id', 'in', guilds).limit(max)
  const row = await session.first(db.selectFrom(users.as('users')).select((eb) => eb.fn.countAll<number>().as('count')))
  return Number(row?.count ?? 0)
}

/** Lists members who have a role, at most `limit`. */
export async function listWithRole(
  session: StoreSession,
  guildId: Snowflake,
  roleId: Snowflake,
  limit?: number,
): Promise<Member[]> {
  const query = db
    .selectFrom('members')
    .selectAll()
    .where('guild_id', '=', guildId)
    .where('roles', 'like', `%"${roleId}"%`)
  const rows = await session.all(limit === undefined ? query : query.limit(limit))
  return rows.map(memberOfRow)
}

/** Who wrote in a guild since an id. */
export async function authorsSince(session: StoreSession, guildId: Snowflake, since: Snowflake): Promise<Snowflake[]> {
  const rows = await session.all(
    db.selectFrom('messages').select('author_id').distinct().where('guild_id', '=', guildId).where('id', '>=', since),
  )
  return rows.map((row) => row.author_id)
}

/** Who is no longer in a guild comes to none of its events. */
export async function removeFromEvents(session: StoreSession, guildId: Snowflake, userId: Snowflake): Promise<void> {
  await session.run(
    db.deleteFrom('scheduled_event_users').where('guild_id', '=', guildId).where('user_id', '=', userId),
  )
}

/** Who is no longer in a guild is in none of its threads. */
export async function removeFromThreads(session: StoreSession, guildId: Snowflake, userId: Snowflake): Promise<void> {
  const threads = db.selectFrom('channels').select('id').where('guild_id', '=', guildId)
  await session.run(db.deleteFrom('thread_members').where('user_id', '=', userId).where('channel_id', 'in', threads))
}

/** Who leaves is known again when they come back. */
export async function rememberMember(session: StoreSession, guildId: Snowflake, userId: Snowflake): Promise<void> {
  await session.run(
    db
      .insertInto('former_members')
      .values({ guild_id: guildId, user_id: userId })
      .onConflict((conflict) => conflict.doNothing()),
  )
}

export async function wasMember(session: StoreSession, guildId: Snowflake, userId: Snowflake): Promise<boolean> {
  const row = await session.first(
    db.selectFrom('former_members').select('user_id').where('guild_id', '=', guildId).where('user_id', '=', userId),
  )
  return row !== undefined
}
