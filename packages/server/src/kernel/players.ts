/** A game that a user is connected to. */
export interface PlayedGame {
  readonly applicationId: bigint
  /** OAuth2 scopes of the session. */
  readonly scopes: ReadonlySet<string>
}

/** Players who are connected to a game. */
export interface Players {
  /** Returns the game of each gateway session of a user that belongs to a game. */
  gamesOf(userId: bigint): readonly PlayedGame[]
  /** Returns whether a user has a gateway session of this application's game. */
  isOnline(userId: bigint, applicationId: bigint): boolean
}
