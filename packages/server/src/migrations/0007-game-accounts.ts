import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Provisional accounts of games, publishers of games, and the operator's bans. */
export const gameAccounts: readonly MigrationStep[] = [
  `CREATE TABLE provisional_accounts (user_id BIGINT PRIMARY KEY, application_id BIGINT NOT NULL, created_at DOUBLE PRECISION NOT NULL, restricted_by BIGINT)`,
  `CREATE INDEX provisional_accounts_application ON provisional_accounts (application_id)`,
  `CREATE TABLE platform_bans (user_id BIGINT PRIMARY KEY, created_at DOUBLE PRECISION NOT NULL, until DOUBLE PRECISION)`,
  `ALTER TABLE applications ADD COLUMN parent_id BIGINT`,
  `CREATE INDEX applications_parent ON applications (parent_id)`,
]
