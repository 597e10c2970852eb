import type { Snowflake } from '@guildhall/protocol'
import type { NodeLife } from '../../kernel/lease.ts'
import type { ActivitySecrets, Presence, SessionPresence } from '../../kernel/model.ts'
import type { ActivityKey, JoinableActivity, PlayedGame, Players } from '../../kernel/players.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import { listPresences, listSecretsOfUser, listSessionsOfUser, type SessionSecrets } from './node-session-store.ts'
import type { Presences } from './presences.ts'
import type { Session } from './session.ts'

interface PlayersParts {
  readonly sessionsOf: (userId: Snowflake) => Iterable<Session>
  readonly presences: Presences
  /** Life of this node; null for a process that is alone, which has all sessions. */
  readonly node: NodeLife | null
}

/** Players by their sessions: in this process, or in the rows of all nodes. */
export class ConnectedPlayers implements Players {
  readonly #parts: PlayersParts

  constructor(parts: PlayersParts) {
    this.#parts = parts
  }

  async isOnline(session: StoreSession, userId: Snowflake, applicationId: Snowflake): Promise<boolean> {
    return (await this.gamesOf(session, userId)).some((game) => game.applicationId === applicationId)
  }

  /** Returns whether a user has a session of a game in this process. */
  readonly isOnlineHere = (userId: Snowflake, applicationId: Snowflake): boolean =>
    this.#gamesHere(userId).some((game) => game.applicationId === applicationId)

  async gamesOf(session: StoreSession, userId: Snowflake): Promise<readonly PlayedGame[]> {
    if (this.#parts.node === null) return this.#gamesHere(userId)
    return (await listSessionsOfUser(session, userId, 'game')).flatMap(({ applicationId, scopes }) =>
      applicationId === null ? [] : [{ applicationId, scopes }],
    )
  }

  async clientSessionsOf(session: StoreSession, userId: Snowflake): Promise<readonly string[]> {
    if (this.#parts.node !== null) return (await listSessionsOfUser(session, userId, 'person')).map(({ id }) => id)
    return [...this.#parts.sessionsOf(userId)].flatMap(({ kind, id }) => (kind === 'person' ? [id] : []))
  }

  async hasOpenApp(session: StoreSession, userId: Snowflake): Promise<boolean> {
    const { sessionsOf, presences, node } = this.#parts
    const here = [...sessionsOf(userId)]
    const connected = here.filter(({ kind, detachedAt }) => kind === 'person' && !detachedAt)
    const present = presences.sessionsOf(userId).filter(({ presence }) => presence.client === 'web')
    if (connected.some(({ id }) => present.some(({ sessionId }) => sessionId === id))) return true
    if (node === null) return false
    const isHere = new Set(here.map(({ id }) => id))
    const rows = await listPresences(session, userId)
    return rows.some(
      ({ sessionId, kind, presence }) => kind === 'person' && presence.client === 'web' && !isHere.has(sessionId),
    )
  }

  async isActive(session: StoreSession, userId: Snowflake): Promise<boolean> {
    const { sessionsOf, presences, node } = this.#parts
    const here = [...sessionsOf(userId)]
    const connected = here.filter(({ kind, detachedAt }) => kind === 'person' && !detachedAt)
    if (connected.some(({ id }) => isAttentive(presences.ofSession(userId, id)))) return true
    if (node === null) return false
    const isHere = new Set(here.map(({ id }) => id))
    const rows = await listPresences(session, userId)
    return rows.some(
      ({ sessionId, kind, presence }) => kind === 'person' && isAttentive(presence) && !isHere.has(sessionId),
    )
  }

  presenceOf(userId: Snowflake): Presence | undefined {
    return this.#parts.presences.ofUser(userId)
  }

  async activitySecrets(session: StoreSession, key: ActivityKey): Promise<ActivitySecrets | undefined> {
    const activities = await this.joinableActivities(session, key.userId, key.applicationId)
    return activities.find(({ sessionId }) => sessionId === key.sessionId)?.secrets
  }

  async joinableActivities(
    session: StoreSession,
    userId: Snowflake,
    applicationId: Snowflake,
  ): Promise<JoinableActivity[]> {
    const id = applicationId.toString()
    return (await this.#secretsOf(session, userId)).flatMap(({ sessionId, secrets: all }) =>
      all.flatMap((secrets) => (secrets.application_id === id ? [{ sessionId, secrets }] : [])),
    )
  }

  /** Returns the secrets of a user's sessions: of this process, and of rows where other nodes have sessions too. */
  async #secretsOf(session: StoreSession, userId: Snowflake): Promise<SessionSecrets[]> {
    const here = this.#parts.presences
      .sessionsOf(userId)
      .map(({ sessionId, presence }) => ({ sessionId, secrets: presence.secrets }))
    if (this.#parts.node === null) return here
    // A row follows the presence of its session a moment later. Sessions without a connection have no row.
    const known = new Set(here.flatMap(({ sessionId, secrets }) => (secrets.length > 0 ? [sessionId] : [])))
    const rows = await listSecretsOfUser(session, userId)
    return [...here, ...rows.filter(({ sessionId }) => !known.has(sessionId))]
  }

  #gamesHere(userId: Snowflake): PlayedGame[] {
    return [...this.#parts.sessionsOf(userId)].flatMap(({ kind, identity: { application, scopes } }) =>
      kind === 'game' && application ? [{ applicationId: application.id, scopes }] : [],
    )
  }
}

/** Returns whether the person of a session looks at it, as far as its presence tells. */
function isAttentive(presence: Pick<SessionPresence, 'status' | 'afk'> | undefined): boolean {
  return presence !== undefined && presence.status !== 'idle' && presence.afk !== true
}
