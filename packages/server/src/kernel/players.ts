import type { ActivitySecrets, Presence } from './model.ts'
import type { StoreSession } from './store/store.ts'

/** A game that a user is connected to. */
export interface PlayedGame {
  readonly applicationId: bigint
  /** OAuth2 scopes of the session. */
  readonly scopes: ReadonlySet<string>
}

/** An activity of an application in one session of a user. */
export interface ActivityKey {
  readonly userId: bigint
  readonly sessionId: string
  readonly applicationId: bigint
}

/** An activity that others can ask to join or spectate, in one session of its user. */
export interface JoinableActivity {
  readonly sessionId: string
  readonly secrets: ActivitySecrets
}

/**
 * Users who are connected to the gateway of any node: players of games with what they do, and people in their own
 * clients.
 */
export interface Players {
  /** Returns the ids of the sessions of a person's own clients, oldest first. Resumable sessions are among them. */
  clientSessionsOf(session: StoreSession, userId: bigint): Promise<readonly string[]>
  /**
   * Returns whether a person has the web app open, which shows pages that other clients of the person name. At another
   * node, an app that lost its connection counts while its session can be resumed.
   */
  hasOpenApp(session: StoreSession, userId: bigint): Promise<boolean>
  /**
   * Returns whether a person uses a client of their own now: a session is connected, neither idle nor away. A session
   * at another node that lost its connection counts while it can be resumed.
   */
  isActive(session: StoreSession, userId: bigint): Promise<boolean>
  /** Returns the game of each gateway session of a user that belongs to a game. */
  gamesOf(session: StoreSession, userId: bigint): Promise<readonly PlayedGame[]>
  /** Returns whether a user has a gateway session of this application's game. */
  isOnline(session: StoreSession, userId: bigint, applicationId: bigint): Promise<boolean>
  /** Returns the presence of a user with a session, as members of their guilds receive it; undefined without one. */
  presenceOf(userId: bigint): Presence | undefined
  /** Returns what presences withhold of an activity; undefined without secrets. */
  activitySecrets(session: StoreSession, key: ActivityKey): Promise<ActivitySecrets | undefined>
  /** Returns the activities of an application with secrets in all sessions of a user, also in invisible ones. */
  joinableActivities(session: StoreSession, userId: bigint, applicationId: bigint): Promise<readonly JoinableActivity[]>
}
