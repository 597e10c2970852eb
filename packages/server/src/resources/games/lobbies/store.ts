import type { Instant, Snowflake } from '@guildhall/protocol'
import type { StoredLobby, StoredLobbyMember } from '../../../kernel/lobby-model.ts'
import type { LobbyMemberTable, LobbyTable } from '../../../kernel/store/game-tables.ts'
import { db, prepare } from '../../../kernel/store/statement.ts'
import type { StoreSession } from '../../../kernel/store/store.ts'

type LobbyData = Pick<StoredLobby, 'metadata' | 'flags' | 'idle_timeout_seconds' | 'by_secret'>
type MemberData = Pick<StoredLobbyMember, 'metadata' | 'additional_name'>

// Plain JSON, without the marks of `pack`: these columns hold no bigint.

function lobbyOfRow({ data, ...columns }: LobbyTable): StoredLobby {
  return { ...(JSON.parse(data) as LobbyData), ...columns }
}

function rowOfLobby({ metadata, flags, idle_timeout_seconds, by_secret, ...columns }: StoredLobby): LobbyTable {
  const rest: LobbyData = { metadata, flags, idle_timeout_seconds, by_secret }
  return { ...columns, data: JSON.stringify(rest) }
}

function memberOfRow({ data, ...columns }: LobbyMemberTable): StoredLobbyMember {
  return { ...(JSON.parse(data) as MemberData), ...columns }
}

function rowOfMember({ metadata, additional_name, ...columns }: StoredLobbyMember): LobbyMemberTable {
  const rest: MemberData = { metadata, additional_name }
  return { ...columns, data: JSON.stringify(rest) }
}

const lobbyById = prepare<{ id: Snowflake }>()((slot) =>
  db.selectFrom('lobbies').selectAll().where('id', '=', slot('id')),
)
const memberByUser = prepare<{ lobby: Snowflake; user: Snowflake }>()((slot) =>
  db.selectFrom('lobby_members').selectAll().where('lobby_id', '=', slot('lobby')).where('user_id', '=', slot('user')),
)

const membershipsOfUser = prepare<{ userId: Snowflake; applicationId: Snowflake }>()((slot) =>
  db
    .selectFrom('lobby_members')
    .selectAll()
    .where('user_id', '=', slot('userId'))
    .where('application_id', '=', slot('applicationId'))
    .orderBy('lobby_id'),
)

/** Returns a lobby. */
export async function findLobby(session: StoreSession, id: Snowflake): Promise<StoredLobby | undefined> {
  const row = await session.firstPrepared(lobbyById, { id })
  return row && lobbyOfRow(row)
}

/** Returns the lobby of an application that a hashed secret names. */
export async function findLobbyBySecret(
  session: StoreSession,
  applicationId: Snowflake,
  secretHash: string,
): Promise<StoredLobby | undefined> {
  const row = await session.first(
    db
      .selectFrom('lobbies')
      .selectAll()
      .where('application_id', '=', applicationId)
      .where('secret_hash', '=', secretHash),
  )
  return row && lobbyOfRow(row)
}

/** Lists the ids of an application's lobbies. */
export async function listLobbyIdsOfApplication(session: StoreSession, applicationId: Snowflake): Promise<Snowflake[]> {
  const rows = await session.all(db.selectFrom('lobbies').select('id').where('application_id', '=', applicationId))
  return rows.map(({ id }) => id)
}

/** Lists the ids of the lobbies that had a connected member when they were last written. */
export async function listConnectedLobbyIds(session: StoreSession): Promise<Snowflake[]> {
  const rows = await session.all(db.selectFrom('lobbies').select('id').where('idle_since', 'is', null))
  return rows.map(({ id }) => id)
}

/** Inserts a lobby. */
export async function insertLobby(session: StoreSession, lobby: StoredLobby): Promise<void> {
  await session.run(db.insertInto('lobbies').values(rowOfLobby(lobby)))
}

/** Overwrites the row of a lobby. */
export async function updateLobby(session: StoreSession, lobby: StoredLobby): Promise<void> {
  await session.run(db.updateTable('lobbies').set(rowOfLobby(lobby)).where('id', '=', lobby.id))
}

/** Stores since when a lobby is idle. */
export async function updateIdleSince(session: StoreSession, id: Snowflake, idleSince: Instant | null): Promise<void> {
  await session.run(db.updateTable('lobbies').set({ idle_since: idleSince }).where('id', '=', id))
}

/** Deletes a lobby with its members. */
export async function deleteLobbyRows(session: StoreSession, id: Snowflake): Promise<void> {
  await session.run(db.deleteFrom('lobby_members').where('lobby_id', '=', id))
  await session.run(db.deleteFrom('lobbies').where('id', '=', id))
}

/** Returns the membership of a user in a lobby. */
export async function findLobbyMember(
  session: StoreSession,
  lobbyId: Snowflake,
  userId: Snowflake,
): Promise<StoredLobbyMember | undefined> {
  const row = await session.firstPrepared(memberByUser, { lobby: lobbyId, user: userId })
  return row && memberOfRow(row)
}

/** Lists the members of a lobby, by their ids. */
export async function listLobbyMembers(session: StoreSession, lobbyId: Snowflake): Promise<StoredLobbyMember[]> {
  const rows = await session.all(
    db.selectFrom('lobby_members').selectAll().where('lobby_id', '=', lobbyId).orderBy('user_id'),
  )
  return rows.map(memberOfRow)
}

/** Returns the number of members of a lobby. */
export async function countLobbyMembers(session: StoreSession, lobbyId: Snowflake): Promise<number> {
  const row = await session.first(
    db
      .selectFrom('lobby_members')
      .select((eb) => eb.fn.countAll().as('total'))
      .where('lobby_id', '=', lobbyId),
  )
  return Number(row?.total ?? 0)
}

/** Lists the memberships of a user in lobbies of an application. */
export async function listLobbyMemberships(
  session: StoreSession,
  userId: Snowflake,
  applicationId: Snowflake,
): Promise<StoredLobbyMember[]> {
  return (await session.allPrepared(membershipsOfUser, { userId, applicationId })).map(memberOfRow)
}

/** Returns the number of an application's lobbies that a user is in. */
export async function countLobbiesOfUser(
  session: StoreSession,
  userId: Snowflake,
  applicationId: Snowflake,
): Promise<number> {
  const row = await session.first(
    db
      .selectFrom('lobby_members')
      .select((eb) => eb.fn.countAll().as('total'))
      .where('user_id', '=', userId)
      .where('application_id', '=', applicationId),
  )
  return Number(row?.total ?? 0)
}

/** Inserts a member, or overwrites the row of this member. */
export async function saveLobbyMemberRow(session: StoreSession, member: StoredLobbyMember): Promise<void> {
  const row = rowOfMember(member)
  await session.run(
    db
      .insertInto('lobby_members')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['lobby_id', 'user_id']).doUpdateSet({ flags: row.flags, data: row.data }),
      ),
  )
}

/** Deletes a member. Returns whether the user was one. */
export async function deleteLobbyMember(
  session: StoreSession,
  lobbyId: Snowflake,
  userId: Snowflake,
): Promise<boolean> {
  const deleted = await session.run(
    db.deleteFrom('lobby_members').where('lobby_id', '=', lobbyId).where('user_id', '=', userId),
  )
  return deleted > 0
}

/** Lists memberships of a user in lobbies of all applications. */
export async function listMembershipsOfPerson(
  session: StoreSession,
  userId: Snowflake,
  limit: number,
): Promise<StoredLobbyMember[]> {
  const own = db.selectFrom('lobby_members').selectAll().where('user_id', '=', userId)
  return (await session.all(own.limit(limit))).map(memberOfRow)
}

/** Returns the members of a lobby of whom the others know that they are connected, at any of several nodes. */
export async function listConnectedMemberIds(
  session: StoreSession,
  { id, application_id }: StoredLobby,
): Promise<Snowflake[]> {
  const members = db
    .selectFrom('lobby_members as member')
    .innerJoin('node_sessions as session', 'session.user_id', 'member.user_id')
    .select('member.user_id')
    .distinct()
    .where('member.lobby_id', '=', id)
    .where('session.application_id', '=', application_id)
    .where('session.in_lobbies', '=', 1)
  return (await session.all(members)).map(({ user_id }) => user_id)
}

/** Returns whether other players know that one is connected to the lobbies of a game, at any of several nodes. */
export async function isPlayerConnected(
  session: StoreSession,
  { application_id, user_id }: StoredLobbyMember,
): Promise<boolean> {
  const any = db
    .selectFrom('node_sessions')
    .select('id')
    .where('user_id', '=', user_id)
    .where('application_id', '=', application_id)
    .where('in_lobbies', '=', 1)
    .limit(1)
  return (await session.first(any)) !== undefined
}
