import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Tokens know the grant that they were issued from, and used codes and refresh tokens are remembered. */
export const oauth2Grants: readonly MigrationStep[] = [
  `ALTER TABLE tokens ADD COLUMN grant_id TEXT`,
  `ALTER TABLE oauth2_refresh_tokens ADD COLUMN grant_id TEXT`,
  `CREATE TABLE oauth2_used_grants (hash TEXT PRIMARY KEY, application_id BIGINT NOT NULL, user_id BIGINT NOT NULL, grant_id TEXT NOT NULL, expires_at DOUBLE PRECISION NOT NULL)`,
  `CREATE INDEX oauth2_used_grants_user ON oauth2_used_grants (user_id, application_id)`,
  `CREATE INDEX oauth2_used_grants_expiry ON oauth2_used_grants (expires_at)`,
]
