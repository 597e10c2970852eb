import type { ActivitySecrets, Presence } from './model.ts'

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

/** Players who are connected to a game, and what they do. */
export interface Players {
  /** Returns the game of each gateway session of a user that belongs to a game. */
  gamesOf(userId: bigint): readonly PlayedGame[]
  /** Returns whether a user has a gateway session of this application's game. */
  isOnline(userId: bigint, applicationId: bigint): boolean
  /** Returns the presence of a user with a session, as members of their guilds receive it; undefined without one. */
  presenceOf(userId: bigint): Presence | undefined
  /** Returns what presences withhold of an activity; undefined without secrets. */
  activitySecrets(key: ActivityKey): ActivitySecrets | undefined
}
