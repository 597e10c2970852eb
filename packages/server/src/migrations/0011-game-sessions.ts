import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Presences of players without a gateway session. */
export const gameSessions: readonly MigrationStep[] = [
  `CREATE TABLE headless_sessions (id TEXT PRIMARY KEY, token_hash TEXT NOT NULL, user_id BIGINT NOT NULL, application_id BIGINT NOT NULL, updated_at DOUBLE PRECISION NOT NULL, expires_at DOUBLE PRECISION NOT NULL, activities TEXT NOT NULL, secrets TEXT)`,
  `CREATE UNIQUE INDEX headless_sessions_token ON headless_sessions (token_hash)`,
  `CREATE INDEX headless_sessions_user ON headless_sessions (user_id, application_id)`,
]
