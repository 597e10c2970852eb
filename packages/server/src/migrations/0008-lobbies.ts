import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Lobbies of games and their members; dispatches of kept sessions that belong to a lobby. */
export const lobbies: readonly MigrationStep[] = [
  `CREATE TABLE lobbies (id BIGINT PRIMARY KEY, application_id BIGINT NOT NULL, secret_hash TEXT, secret_expires_at DOUBLE PRECISION, linked_channel_id BIGINT, idle_since DOUBLE PRECISION, data TEXT NOT NULL)`,
  `CREATE UNIQUE INDEX lobbies_secret ON lobbies (application_id, secret_hash)`,
  `CREATE UNIQUE INDEX lobbies_channel ON lobbies (linked_channel_id)`,
  `CREATE TABLE lobby_members (lobby_id BIGINT NOT NULL, user_id BIGINT NOT NULL, application_id BIGINT NOT NULL, flags INTEGER NOT NULL, data TEXT NOT NULL, PRIMARY KEY (lobby_id, user_id))`,
  `CREATE INDEX lobby_members_user ON lobby_members (user_id, application_id)`,
  `ALTER TABLE kept_payloads ADD COLUMN lobby_id BIGINT`,
]
