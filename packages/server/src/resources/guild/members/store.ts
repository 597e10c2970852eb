import type { Instant, Snowflake } from '@guildhall/protocol'
import { sql } from 'kysely'
import { guildTopic, type Topic } from '../../../kernel/event.ts'
import { packBeside, unpack } from '../../../kernel/json.ts'
import type { Member, MemberData, User } from '../../../kernel/model.ts'
import { db, prepare, prepareForIds } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'
import type { MemberTable } from '../../../kernel/store/tables.ts'
import { userOfRow } from '../../accounts/users/store.ts'
import { deleteMemberNames, insertMemberNames, listMemberIdsByName, updateMemberCount } from './index-store.ts'

const PAGE = 1000
/** Values of one `in (…)`. */
const IDS_PER_STATEMENT = 500

const memberById = prepare<{ guildId: Snowflake; userId: Snowflake }>()((slot) =>
  db.selectFrom('members').selectAll().where('guild_id', '=', slot('guildId')).where('user_id', '=', slot('userId')),
)

const memberAndVersion = prepare<{ guildId: Snowflake; userId: Snowflake; topic: Topic }>()((slot) =>
  db
    .selectFrom('members')
    .selectAll()
    .select((eb) => eb.selectFrom('topics').select('version').where('topic', '=', slot('topic')).as('version'))
    .where('guild_id', '=', slot('guildId'))
    .where('user_id', '=', slot('userId')),
)

const guildsOfUsers = prepareForIds()((ids) =>
  db.selectFrom('members').select(['user_id', 'guild_id']).where('user_id', 'in', ids),
)
const guildsOfUser = prepare<{ userId: Snowflake }>()((slot) =>
  db.selectFrom('members').select('guild_id').where('user_id', '=', slot('userId')).orderBy('guild_id'),
)

const membershipsOfUser = prepare<{ userId: Snowflake }>()((slot) =>
  db.selectFrom('members').selectAll().where('user_id', '=', slot('userId')).orderBy('guild_id'),
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

/** Returns a member, or undefined for a user who is not in the guild. */
export async function findMember(
  session: StoreSession,
  guildId: Snowflake,
  userId: Snowflake,
): Promise<Member | undefined> {
  const row = await session.firstPrepared(memberById, { guildId, userId })
  return row && memberOfRow(row)
}

/** Returns a member and the version of the guild's topic at which the row was read; undefined for no member. */
export async function findMemberAndVersion(
  session: StoreSession,
  guildId: Snowflake,
  userId: Snowflake,
): Promise<{ readonly member: Member; readonly version: number } | undefined> {
  const row = await session.firstPrepared(memberAndVersion, { guildId, userId, topic: guildTopic(guildId) })
  if (!row) return undefined
  const { version, ...columns } = row
  return { member: memberOfRow(columns), version: version ?? 0 }
}

/** Lists members of a guild by ascending user id, from above `after`. */
export async function listMembers(
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

/** Lists members with a role or a nickname by ascending user id, from above `after`. */
export async function listDistinguishedMembers(
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
      .where((eb) => eb.or([eb('nick', 'is not', null), eb('roles', '!=', '[]')]))
      .orderBy('user_id')
      .limit(limit),
  )
  return rows.map(memberOfRow)
}

/** Reads all members of a guild by ascending user id, one page at a time. */
export async function* allMembers(session: StoreSession, guildId: Snowflake): AsyncGenerator<Member> {
  let after = -1n
  for (;;) {
    const members = await listMembers(session, guildId, after, PAGE)
    yield* members
    const last = members.at(-1)
    if (!last || members.length < PAGE) return
    after = last.user_id
  }
}

const membersWithUsers = prepare<{ guildId: Snowflake; after: Snowflake; limit: number }>()((slot) =>
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

/** Lists members with their users by ascending user id, from above `after`, in one statement. */
export async function listMembersWithUsers(
  session: StoreSession,
  guildId: Snowflake,
  after: Snowflake,
  limit: number,
): Promise<{ member: Member; user: User }[]> {
  const rows = await session.allPrepared(membersWithUsers, { guildId, after, limit })
  return rows.map(({ username, discriminator, global_name, bot, user_data, ...row }) => ({
    member: memberOfRow(row),
    user: userOfRow({ id: row.user_id, username, discriminator, global_name, bot, data: user_data }),
  }))
}

/** Returns the members among `userIds`, by user id. */
export async function listMembersById(
  session: StoreSession,
  guildId: Snowflake,
  userIds: Iterable<Snowflake>,
): Promise<Map<Snowflake, Member>> {
  const wanted = [...new Set(userIds)]
  const members = new Map<Snowflake, Member>()
  for (let start = 0; start < wanted.length; start += IDS_PER_STATEMENT) {
    const rows = await session.all(
      db
        .selectFrom('members')
        .selectAll()
        .where('guild_id', '=', guildId)
        .where('user_id', 'in', wanted.slice(start, start + IDS_PER_STATEMENT)),
    )
    for (const row of rows) members.set(row.user_id, memberOfRow(row))
  }
  return members
}

/** Lists members with a name that starts with a prefix, in any case, in the order of those names. */
export async function searchMembers(
  session: StoreSession,
  guildId: Snowflake,
  prefix: string,
  limit: number,
): Promise<Member[]> {
  const ids = await listMemberIdsByName(session, guildId, prefix, limit)
  const members = await listMembersById(session, guildId, ids)
  return ids.flatMap((id) => members.get(id) ?? [])
}

/** Lists members who have a role, at most `limit`. */
export async function listMembersWithRole(
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

/** Lists the ids of all guilds that a user is a member of, ascending. */
export async function listGuildIdsOfUser(session: StoreSession, userId: Snowflake): Promise<Snowflake[]> {
  return (await session.allPrepared(guildsOfUser, { userId })).map((row) => row.guild_id)
}

/** Returns the ids of all guilds of each of some users. Users without a guild are left out. */
export async function listGuildIdsOfUsers(
  session: StoreSession,
  userIds: readonly Snowflake[],
): Promise<Map<Snowflake, Snowflake[]>> {
  const guilds = new Map<Snowflake, Snowflake[]>()
  if (userIds.length === 0) return guilds
  for (const { user_id, guild_id } of await session.allPrepared(...guildsOfUsers.for(userIds, {}))) {
    const own = guilds.get(user_id)
    if (own) own.push(guild_id)
    else guilds.set(user_id, [guild_id])
  }
  return guilds
}

/** Lists the memberships of a user, by guild ascending. */
export async function listMembershipsOfUser(session: StoreSession, userId: Snowflake): Promise<Member[]> {
  return (await session.allPrepared(membershipsOfUser, { userId })).map(memberOfRow)
}

/** Lists the temporary memberships of users without a role, by guild ascending: guilds are held in this order. */
export async function listTemporaryMembers(session: StoreSession, userIds: readonly Snowflake[]): Promise<Member[]> {
  if (userIds.length === 0) return []
  const rows = await session.all(
    db
      .selectFrom('members')
      .selectAll()
      .where('user_id', 'in', userIds)
      .where('roles', '=', '[]')
      .where('data', 'like', '%"temporary":true%')
      .orderBy('guild_id')
      .orderBy('user_id'),
  )
  return rows.map(memberOfRow).filter(({ temporary }) => temporary)
}

/** Primary key of a member. */
export type MemberKey = Pick<Member, 'guild_id' | 'user_id'>

/**
 * Looks at members after a key, and returns the users among them who joined before an instant as temporary members, and
 * have no role.
 *
 * @returns also the last key that was looked at; null at the end of all members
 */
export async function listTemporaryUserIds(
  session: StoreSession,
  { joinedBefore, after, limit }: { joinedBefore: Instant; after: MemberKey | null; limit: number },
): Promise<{ userIds: Snowflake[]; last: MemberKey | null }> {
  const isTemporary = sql<number>`case when roles = '[]' and data like '%"temporary":true%' then 1 else 0 end`
  let query = db.selectFrom('members').select(['guild_id', 'user_id', 'joined_at', isTemporary.as('temporary')])
  if (after) query = query.where(sql<boolean>`(guild_id, user_id) > (${after.guild_id}, ${after.user_id})`)
  const rows = await session.all(query.orderBy('guild_id').orderBy('user_id').limit(limit))
  const found = rows.filter(({ temporary, joined_at }) => temporary === 1 && joined_at < joinedBefore)
  return { userIds: found.map(({ user_id }) => user_id), last: rows.length < limit ? null : (rows.at(-1) ?? null) }
}

/** Returns the number of members with each role. Roles are JSON in the rows, so every member of the guild is read. */
export async function countMembersByRole(session: StoreSession, guildId: Snowflake): Promise<Map<Snowflake, number>> {
  const counts = new Map<Snowflake, number>()
  for await (const member of allMembers(session, guildId))
    for (const role of member.roles) counts.set(role, (counts.get(role) ?? 0) + 1)
  return counts
}

/** Stores a new member, with defaults for missing fields, and counts and indexes them. */
export async function insertMember(
  session: StoreSession,
  member: Pick<Member, 'guild_id' | 'user_id' | 'joined_at'> & Partial<Member>,
): Promise<Member> {
  const whole: Member = { nick: null, roles: [], ...DEFAULTS, ...member }
  await session.run(db.insertInto('members').values(rowOfMember(whole)))
  await updateMemberCount(session, whole.guild_id, 1)
  await insertMemberNames(session, whole)
  return whole
}

/** Stores all fields of a member; `updateMemberNames` keeps the index of names current. */
export async function updateMember(session: StoreSession, member: Member): Promise<void> {
  await session.run(
    db
      .updateTable('members')
      .set(rowOfMember(member))
      .where('guild_id', '=', member.guild_id)
      .where('user_id', '=', member.user_id),
  )
}

/**
 * Deletes a member with their thread memberships and event subscriptions, and records them as a former member.
 * Returns false for a user who is not in the guild.
 */
export async function deleteMember(session: StoreSession, guildId: Snowflake, userId: Snowflake): Promise<boolean> {
  const deleted = await session.run(
    db.deleteFrom('members').where('guild_id', '=', guildId).where('user_id', '=', userId),
  )
  if (deleted === 0) return false
  await updateMemberCount(session, guildId, -1)
  await deleteMemberNames(session, guildId, userId)
  const threads = db.selectFrom('channels').select('id').where('guild_id', '=', guildId)
  await session.run(db.deleteFrom('thread_members').where('user_id', '=', userId).where('channel_id', 'in', threads))
  await session.run(
    db
      .insertInto('former_members')
      .values({ guild_id: guildId, user_id: userId })
      .onConflict((conflict) => conflict.doNothing()),
  )
  await session.run(
    db.deleteFrom('scheduled_event_users').where('guild_id', '=', guildId).where('user_id', '=', userId),
  )
  return true
}

/** Returns whether a user was a member of a guild before. */
export async function isFormerMember(session: StoreSession, guildId: Snowflake, userId: Snowflake): Promise<boolean> {
  const row = await session.first(
    db.selectFrom('former_members').select('user_id').where('guild_id', '=', guildId).where('user_id', '=', userId),
  )
  return row !== undefined
}

/** Lists the ids of users who posted in a guild since a message id. */
export async function listAuthorsSince(
  session: StoreSession,
  guildId: Snowflake,
  since: Snowflake,
): Promise<Snowflake[]> {
  const rows = await session.all(
    db.selectFrom('messages').select('author_id').distinct().where('guild_id', '=', guildId).where('id', '>=', since),
  )
  return rows.map((row) => row.author_id)
}
