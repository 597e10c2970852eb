import type { Snowflake } from '@guildhall/protocol'
import type { NodeLife } from '../../kernel/lease.ts'
import type { ActivitySecrets, Presence } from '../../kernel/model.ts'
import type { ActivityKey, JoinableActivity, PlayedGame, Players } from '../../kernel/players.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import { listSessionsOfUser } from './node-session-store.ts'
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

  hasOpenApp(userId: Snowflake): boolean {
    const { sessionsOf, presences } = this.#parts
    const connected = [...sessionsOf(userId)].filter(({ kind, detachedAt }) => kind === 'person' && !detachedAt)
    const present = presences.sessionsOf(userId).filter(({ presence }) => presence.client === 'web')
    return connected.some(({ id }) => present.some(({ sessionId }) => sessionId === id))
  }

  presenceOf(userId: Snowflake): Presence | undefined {
    return this.#parts.presences.ofUser(userId)
  }

  activitySecrets({ userId, sessionId, applicationId }: ActivityKey): ActivitySecrets | undefined {
    const id = applicationId.toString()
    const { presences } = this.#parts
    return presences.ofSession(userId, sessionId)?.secrets.find(({ application_id }) => application_id === id)
  }

  joinableActivities(userId: Snowflake, applicationId: Snowflake): JoinableActivity[] {
    const id = applicationId.toString()
    return this.#parts.presences
      .sessionsOf(userId)
      .flatMap(({ sessionId, presence }) =>
        presence.secrets.flatMap((secrets) => (secrets.application_id === id ? [{ sessionId, secrets }] : [])),
      )
  }

  #gamesHere(userId: Snowflake): PlayedGame[] {
    return [...this.#parts.sessionsOf(userId)].flatMap(({ kind, identity: { application, scopes } }) =>
      kind === 'game' && application ? [{ applicationId: application.id, scopes }] : [],
    )
  }
}
