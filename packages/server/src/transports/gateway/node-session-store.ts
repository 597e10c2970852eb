import type { Instant, Snowflake } from '@guildhall/protocol'
import type { SessionFilter } from '../../kernel/control.ts'
import type { SessionPresenceChange } from '../../kernel/event.ts'
import type { NodeLife } from '../../kernel/lease.ts'
import type { ActivitySecrets, SessionPresence } from '../../kernel/model.ts'
import type { PlayedGame } from '../../kernel/players.ts'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { Tables } from '../../kernel/store/tables.ts'
import type { SessionKind } from '../../kernel/viewer.ts'
import type { Session } from './session.ts'

/** OAuth2 scope of sessions that see lobbies, as lobbies have it: a store imports no index. */
const LOBBY_SCOPE = 'lobbies.write'

/** A session of a user, with the game that it belongs to. */
interface SessionOfUser {
  readonly id: string
  readonly applicationId: Snowflake | null
  readonly scopes: PlayedGame['scopes']
}

/** A session as its row and its events describe it. */
export type StoredSession = Omit<SessionPresenceChange, 'node' | 'presence'> & { readonly userId: Snowflake }

/** Presence of a session that a node stores for the others. */
export interface PresenceRow {
  readonly session: Session
  readonly presence: SessionPresence
  /** Time at which the session began, unless its row is older. */
  readonly at: Instant
}

/** Stores sessions of a node with their presences; of sessions that are stored already, only the presences change. */
export async function putNodeSessions(
  store: StoreSession,
  { name: node, epoch }: NodeLife,
  sessions: readonly PresenceRow[],
): Promise<void> {
  const rows = sessions.map(({ session, presence: { secrets, ...presence }, at }) => {
    const { id, userId, kind, shard, identity } = session
    return {
      ...{ id, node, epoch, user_id: userId, application_id: session.applicationId, kind, begun_at: at },
      scopes: JSON.stringify([...identity.scopes]),
      shard: JSON.stringify(shard),
      presence: JSON.stringify(presence),
      secrets: secrets.length === 0 ? null : store.secrets.seal(JSON.stringify(secrets), placeOf(id)),
    }
  })
  await store.run(
    db
      .insertInto('node_sessions')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((eb) => ({
          scopes: eb.ref('excluded.scopes'),
          presence: eb.ref('excluded.presence'),
          secrets: eb.ref('excluded.secrets'),
        })),
      ),
  )
}

const placeOf = (id: string) => `node_sessions.secrets.${id}`

/** Removes a session that has ended. */
export async function deleteNodeSession(store: StoreSession, { id }: Session): Promise<void> {
  await store.run(db.deleteFrom('node_sessions').where('id', '=', id))
}

/** A session of a game that begins. */
interface ReservedSession extends Player {
  readonly id: string
  readonly scopes: ReadonlySet<string>
  readonly at: Instant
}

/** Stores a session of a game without a presence before it begins, so that it has a place among the player's. */
export async function insertReservedSession(
  store: StoreSession,
  { name: node, epoch }: NodeLife,
  { id, userId, applicationId, scopes, at }: ReservedSession,
): Promise<void> {
  const names = JSON.stringify([...scopes])
  const row = { id, node, epoch, user_id: userId, application_id: applicationId, kind: 'game', scopes: names }
  await store.run(db.insertInto('node_sessions').values({ ...row, begun_at: at }))
}

/** Removes a session that has not begun. */
export async function deleteReservedSession(store: StoreSession, id: string): Promise<void> {
  await store.run(db.deleteFrom('node_sessions').where('id', '=', id).where('presence', 'is', null))
}

/** Returns whether a user has a session at any node. */
export async function hasNodeSession(store: StoreSession, userId: Snowflake): Promise<boolean> {
  const any = db
    .selectFrom('node_sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('presence', 'is not', null)
    .limit(1)
  return (await store.first(any)) !== undefined
}

/** Returns those of some users who have no session at any node. */
export async function listUsersWithoutSession(
  store: StoreSession,
  userIds: readonly Snowflake[],
): Promise<Snowflake[]> {
  if (userIds.length === 0) return []
  const rows = await store.all(
    db
      .selectFrom('node_sessions')
      .select('user_id')
      .distinct()
      .where('user_id', 'in', userIds)
      .where('presence', 'is not', null),
  )
  const present = new Set(rows.map(({ user_id }) => user_id))
  return [...new Set(userIds)].filter((id) => !present.has(id))
}

/** A session of a node, as its row describes it. */
export interface FoundSession extends SessionOfUser {
  readonly userId: Snowflake
  readonly kind: Session['kind']
  readonly node: NodeLife
  /** Whether its node is certainly not lost yet. */
  readonly isLive: boolean
}

/** Returns a session of any node. */
export async function findNodeSession(store: StoreSession, id: string): Promise<FoundSession | undefined> {
  const row = await store.first(db.selectFrom('node_sessions').selectAll().where('id', '=', id))
  if (!row) return undefined
  const live = await store.raw(
    'SELECT 1 FROM nodes WHERE name = $1 AND epoch = $2 AND expires_at > clock_timestamp()',
    [row.node, row.epoch],
  )
  return {
    id,
    userId: row.user_id,
    applicationId: row.application_id,
    kind: row.kind as Session['kind'],
    scopes: new Set(JSON.parse(row.scopes) as string[]),
    node: { name: row.node, epoch: row.epoch },
    isLive: live.length > 0,
  }
}

/** Returns the node that has a session, `kept` for one that waits in the store, or null for none. */
export async function findPlace(store: StoreSession, id: string): Promise<NodeLife | 'kept' | null> {
  const row = await store.first(db.selectFrom('node_sessions').select(['node', 'epoch']).where('id', '=', id))
  const kept = await store.first(db.selectFrom('kept_sessions').select('id').where('id', '=', id))
  if (kept) return 'kept'
  return row ? { name: row.node, epoch: row.epoch } : null
}

/** Returns the names of nodes that have sessions of these. */
export async function listNodesOf(
  store: StoreSession,
  { sessionId, userId, applicationId }: SessionFilter,
): Promise<string[]> {
  let sessions = db.selectFrom('node_sessions').select('node').distinct()
  if (sessionId !== undefined) sessions = sessions.where('id', '=', sessionId)
  if (userId !== undefined) sessions = sessions.where('user_id', '=', userId)
  if (applicationId !== undefined) sessions = sessions.where('application_id', '=', applicationId)
  return (await store.all(sessions)).map(({ node }) => node)
}

/** Gives up sessions that wait in the store: they belong to no node until one continues them. */
export async function leaveNode(store: StoreSession, ids: readonly string[]): Promise<void> {
  await store.run(db.updateTable('node_sessions').set({ node: '', epoch: 0n }).where('id', 'in', ids))
}

/** Gives a session to a node that continues it. */
export async function moveNodeSession(store: StoreSession, id: string, { name, epoch }: NodeLife): Promise<void> {
  await store.run(db.updateTable('node_sessions').set({ node: name, epoch }).where('id', '=', id))
}

/** Lists the sessions of one kind that a user has at any node, oldest first. */
export async function listSessionsOfUser(
  store: StoreSession,
  userId: Snowflake,
  kind: Session['kind'],
): Promise<SessionOfUser[]> {
  const rows = await store.all(
    db
      .selectFrom('node_sessions')
      .select(['id', 'application_id', 'scopes'])
      .where('user_id', '=', userId)
      .where('kind', '=', kind)
      .orderBy('begun_at')
      .orderBy('id'),
  )
  return rows.map(({ id, application_id, scopes }) => ({
    id,
    applicationId: application_id,
    scopes: new Set(JSON.parse(scopes) as string[]),
  }))
}

/** Secrets of activities in one session of a user. */
export interface SessionSecrets {
  readonly sessionId: string
  readonly secrets: readonly ActivitySecrets[]
}

/** Lists the secrets of activities in the sessions that a user has at any node, the oldest session first. */
export async function listSecretsOfUser(store: StoreSession, userId: Snowflake): Promise<SessionSecrets[]> {
  const rows = await store.all(
    db
      .selectFrom('node_sessions')
      .select(['id', 'secrets'])
      .where('user_id', '=', userId)
      .where('secrets', 'is not', null)
      .orderBy('begun_at')
      .orderBy('id'),
  )
  return rows.map(({ id, secrets }) => ({
    sessionId: id,
    secrets: JSON.parse(store.secrets.open(secrets ?? '', placeOf(id))) as ActivitySecrets[],
  }))
}

/** A user in a game. */
export interface Player {
  readonly applicationId: Snowflake
  readonly userId: Snowflake
}

/** Returns the name under which nodes decide one after the other whether a player is connected to lobbies. */
export const lobbyConnectionsOf = ({ applicationId, userId }: Player) => `lobbies of ${applicationId} ${userId}`

/**
 * Notes whether other members know that a session is connected to the lobbies of its game. Returns whether that
 * connects or disconnects its player: the note is new, and they know of no other session of the player, at any node.
 */
export async function noteInLobbies(
  store: StoreSession,
  { userId, applicationId }: Player,
  { sessionId, inLobbies }: { sessionId: string; inLobbies: boolean },
): Promise<boolean> {
  const value = inLobbies ? 1 : 0
  const noted = db.updateTable('node_sessions').set({ in_lobbies: value })
  const changed = await store.run(noted.where('id', '=', sessionId).where('in_lobbies', '<>', value))
  if (changed === 0) return false
  const other = db
    .selectFrom('node_sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('application_id', '=', applicationId)
    .where('in_lobbies', '=', 1)
    .where('id', '<>', sessionId)
    .limit(1)
  return (await store.first(other)) === undefined
}

/** Sessions whose node has ended and that do not wait to be resumed. Table `nodes` has those that have not ended. */
const LOST = `NOT EXISTS (SELECT 1 FROM nodes WHERE name = node_sessions.node AND nodes.epoch = node_sessions.epoch)
  AND NOT EXISTS (SELECT 1 FROM kept_sessions WHERE kept_sessions.id = node_sessions.id)`

/** Lists the sessions of a player in a game that were not lost with their nodes. */
export async function listGameSessions(store: StoreSession, player: Player): Promise<{ id: string; node: string }[]> {
  return store.raw(
    `SELECT id, node FROM node_sessions WHERE user_id = $1 AND application_id = $2 AND kind = 'game' AND NOT (${LOST})`,
    [player.userId, player.applicationId],
  )
}

/** Lists the lives of nodes whose sessions were lost with them. */
export async function listLostLives(store: StoreSession): Promise<NodeLife[]> {
  return store.raw<NodeLife>(`SELECT DISTINCT node AS name, epoch FROM node_sessions WHERE ${LOST}`)
}

/** Lists some of the sessions that were lost with these nodes and that other members of lobbies believe connected. */
export async function listLostInLobbies(
  store: StoreSession,
  lives: readonly NodeLife[],
  limit: number,
): Promise<StoredSession[]> {
  const rows = await store.raw<SessionRow>(
    `SELECT id, user_id, kind, application_id, scopes, shard FROM node_sessions
     WHERE in_lobbies = 1 AND ${lostWith(lives)} AND ${LOST} ORDER BY user_id LIMIT ${limit}`,
  )
  return rows.map(sessionOfRow)
}

/** Removes some of the sessions that were lost with these nodes, and returns them. */
export async function deleteLostSessions(
  store: StoreSession,
  lives: readonly NodeLife[],
  limit: number,
): Promise<StoredSession[]> {
  const rows = await store.raw<SessionRow>(
    `DELETE FROM node_sessions WHERE id IN (
       SELECT id FROM node_sessions WHERE ${lostWith(lives)} AND ${LOST} ORDER BY user_id LIMIT ${limit}
       FOR UPDATE SKIP LOCKED)
     RETURNING id, user_id, kind, application_id, scopes, shard`,
  )
  return rows.map(sessionOfRow)
}

/** Returns the ids of all sessions of all nodes, except those that were lost with these nodes. */
export async function listSessionIds(store: StoreSession, lost: readonly NodeLife[]): Promise<Set<string>> {
  const rows = await store.raw<{ id: string }>(`SELECT id FROM node_sessions WHERE NOT (${lostWith(lost)} AND ${LOST})`)
  return new Set(rows.map(({ id }) => id))
}

function lostWith(lives: readonly NodeLife[]): string {
  // Names of nodes have no quotes: [a-z0-9-].
  return `(node, epoch) IN (${lives.map(({ name, epoch }) => `('${name}', ${epoch})`).join(', ')})`
}

/** Lists the sessions of all nodes with their presences, of all users or of one. */
export async function listPresences(
  store: StoreSession,
  userId: Snowflake | null = null,
): Promise<(StoredSession & { presence: Omit<SessionPresence, 'secrets'> })[]> {
  const all = db
    .selectFrom('node_sessions')
    .select(['id', 'user_id', 'kind', 'application_id', 'scopes', 'shard', 'presence'])
    .where('presence', 'is not', null)
  const rows = await store.all(userId === null ? all : all.where('user_id', '=', userId))
  return rows.map((row) => ({
    ...sessionOfRow(row),
    presence: JSON.parse(row.presence ?? '') as Omit<SessionPresence, 'secrets'>,
  }))
}

type SessionRow = Pick<Tables['node_sessions'], 'id' | 'user_id' | 'kind' | 'application_id' | 'scopes'> & {
  readonly shard: string
}

function sessionOfRow({ id, user_id, kind, application_id, scopes, shard }: SessionRow): StoredSession {
  return {
    sessionId: id,
    userId: user_id,
    kind: kind as SessionKind,
    applicationId: application_id,
    seesLobbies: (JSON.parse(scopes) as string[]).includes(LOBBY_SCOPE),
    shard: JSON.parse(shard) as [number, number],
  }
}

/** Returns the lobbies in which a member has a session that sees lobbies, at any node; of all, or of one. */
export async function listOccupiedLobbyIds(
  store: StoreSession,
  { scope, lobbyId = null }: { scope: string; lobbyId?: Snowflake | null },
): Promise<Set<Snowflake>> {
  const games = db
    .selectFrom('lobby_members as member')
    .innerJoin('lobbies as lobby', 'lobby.id', 'member.lobby_id')
    .innerJoin('node_sessions as session', (join) =>
      join
        .onRef('session.user_id', '=', 'member.user_id')
        .onRef('session.application_id', '=', 'lobby.application_id')
        .on('session.kind', '=', 'game'),
    )
    .select(['lobby.id', 'session.scopes'])
  const rows = await store.all(lobbyId === null ? games : games.where('lobby.id', '=', lobbyId))
  return new Set(rows.flatMap(({ id, scopes }) => ((JSON.parse(scopes) as string[]).includes(scope) ? [id] : [])))
}
