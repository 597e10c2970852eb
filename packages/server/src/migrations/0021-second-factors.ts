import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Second factors of people, tickets of what waits for one, fresh factors, and failed attempts. */
export const secondFactors: readonly MigrationStep[] = [
  `CREATE TABLE authenticator_apps (user_id BIGINT PRIMARY KEY, secret TEXT NOT NULL, last_step BIGINT NOT NULL)`,
  `CREATE TABLE backup_codes (
     user_id BIGINT NOT NULL, number INTEGER NOT NULL, code TEXT NOT NULL, consumed INTEGER NOT NULL,
     PRIMARY KEY (user_id, number))`,
  `CREATE TABLE passkeys (
     id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, credential_id TEXT NOT NULL, public_key TEXT NOT NULL,
     counter BIGINT NOT NULL, transports TEXT NOT NULL, name TEXT NOT NULL)`,
  `CREATE UNIQUE INDEX passkeys_by_credential ON passkeys (credential_id)`,
  `CREATE INDEX passkeys_by_user ON passkeys (user_id)`,
  `CREATE TABLE factor_tickets (
     hash TEXT PRIMARY KEY, kind TEXT NOT NULL, user_id BIGINT, session TEXT, proof TEXT, attempts INTEGER NOT NULL,
     expires_at DOUBLE PRECISION NOT NULL)`,
  `CREATE INDEX factor_tickets_by_user ON factor_tickets (user_id)`,
  `CREATE TABLE fresh_factors (hash TEXT PRIMARY KEY, session TEXT NOT NULL, expires_at DOUBLE PRECISION NOT NULL)`,
  `CREATE TABLE failed_factors (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, at DOUBLE PRECISION NOT NULL)`,
  `CREATE INDEX failed_factors_by_user ON failed_factors (user_id, at)`,
  `ALTER TABLE tokens ADD COLUMN second_factor INTEGER NOT NULL DEFAULT 0`,
]
