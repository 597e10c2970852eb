import type { Instant, Snowflake } from '@guildhall/protocol'
import type { NodeLife } from '../../kernel/lease.ts'
import type { PlayedGame } from '../../kernel/players.ts'
import { db } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { Session } from './session.ts'

/** A session of a user, with the game that it belongs to. */
interface SessionOfUser {
  readonly id: string
  readonly applicationId: Snowflake | null
  readonly scopes: PlayedGame['scopes']
}

/** Stores that a node has a session. */
export async function insertNodeSession(
  store: StoreSession,
  { id, userId, kind, identity: { application, scopes } }: Session,
  { name: node, epoch, at }: NodeLife & { at: Instant },
): Promise<void> {
  const application_id = application?.id ?? null
  const row = { id, node, epoch, user_id: userId, application_id, kind, begun_at: at }
  await store.run(db.insertInto('node_sessions').values({ ...row, scopes: JSON.stringify([...scopes]) }))
}

/** Removes a session that has ended. Returns whether its user has another one. */
export async function deleteNodeSession(store: StoreSession, { id, userId }: Session): Promise<boolean> {
  await store.run(db.deleteFrom('node_sessions').where('id', '=', id))
  const other = db.selectFrom('node_sessions').select('id').where('user_id', '=', userId).limit(1)
  return (await store.first(other)) !== undefined
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

/** Sessions whose node has ended and that do not wait to be resumed. Table `nodes` has those that have not ended. */
const LOST = `NOT EXISTS (SELECT 1 FROM nodes WHERE name = node_sessions.node AND nodes.epoch = node_sessions.epoch)
  AND NOT EXISTS (SELECT 1 FROM kept_sessions WHERE kept_sessions.id = node_sessions.id)`

/** Removes the sessions that were lost with their nodes. Returns their number. */
export async function deleteLostSessions(store: StoreSession): Promise<number> {
  return (await store.raw(`DELETE FROM node_sessions WHERE ${LOST} RETURNING id`)).length
}

/** Returns whether sessions were lost with their nodes. */
export async function hasLostSessions(store: StoreSession): Promise<boolean> {
  return (await store.raw(`SELECT 1 FROM node_sessions WHERE ${LOST} LIMIT 1`)).length > 0
}

/** Returns the ids of all sessions of all nodes. */
export async function listSessionIds(store: StoreSession): Promise<Set<string>> {
  const rows = await store.all(db.selectFrom('node_sessions').select('id'))
  return new Set(rows.map(({ id }) => id))
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
