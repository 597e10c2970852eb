import { ENDS_FORMER, type MigrationStep } from '../kernel/store/migrate.ts'

/** Sessions of which other members of lobbies know that they are connected. */
export const lobbyConnections: readonly MigrationStep[] = [
  // Former programs do not read which ones can use a store.
  ENDS_FORMER,
  `ALTER TABLE node_sessions ADD COLUMN in_lobbies INTEGER NOT NULL DEFAULT 0`,
]
