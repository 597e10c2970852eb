import type { Snowflake } from '@guildhall/protocol'
import type { ActivitySecrets, Presence } from '../../kernel/model.ts'
import type { ActivityKey, JoinableActivity, PlayedGame, Players } from '../../kernel/players.ts'
import type { Presences } from './presences.ts'
import type { Session } from './session.ts'

/** Players by their sessions in this process. */
export class ConnectedPlayers implements Players {
  readonly #sessionsOf: (userId: Snowflake) => Iterable<Session>
  readonly #presences: Presences

  constructor(sessionsOf: (userId: Snowflake) => Iterable<Session>, presences: Presences) {
    this.#sessionsOf = sessionsOf
    this.#presences = presences
  }

  isOnline(userId: Snowflake, applicationId: Snowflake): boolean {
    return this.gamesOf(userId).some((game) => game.applicationId === applicationId)
  }

  gamesOf(userId: Snowflake): PlayedGame[] {
    return [...this.#sessionsOf(userId)].flatMap(({ kind, identity: { application, scopes } }) =>
      kind === 'game' && application ? [{ applicationId: application.id, scopes }] : [],
    )
  }

  clientSessionsOf(userId: Snowflake): string[] {
    return [...this.#sessionsOf(userId)].flatMap(({ kind, id }) => (kind === 'person' ? [id] : []))
  }

  hasOpenApp(userId: Snowflake): boolean {
    const connected = [...this.#sessionsOf(userId)].filter(({ kind, detachedAt }) => kind === 'person' && !detachedAt)
    const present = this.#presences.sessionsOf(userId).filter(({ presence }) => presence.client === 'web')
    return connected.some(({ id }) => present.some(({ sessionId }) => sessionId === id))
  }

  presenceOf(userId: Snowflake): Presence | undefined {
    return this.#presences.ofUser(userId)
  }

  activitySecrets({ userId, sessionId, applicationId }: ActivityKey): ActivitySecrets | undefined {
    const id = applicationId.toString()
    return this.#presences.ofSession(userId, sessionId)?.secrets.find(({ application_id }) => application_id === id)
  }

  joinableActivities(userId: Snowflake, applicationId: Snowflake): JoinableActivity[] {
    const id = applicationId.toString()
    return this.#presences
      .sessionsOf(userId)
      .flatMap(({ sessionId, presence }) =>
        presence.secrets.flatMap((secrets) => (secrets.application_id === id ? [{ sessionId, secrets }] : [])),
      )
  }
}
