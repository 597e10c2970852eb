import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Tokens with which an application proves to a local client that it holds its secret. */
export const rpcTokens: readonly MigrationStep[] = [
  `CREATE TABLE oauth2_rpc_tokens (hash TEXT PRIMARY KEY, application_id BIGINT NOT NULL, expires_at DOUBLE PRECISION NOT NULL)`,
  `CREATE INDEX oauth2_rpc_tokens_expiry ON oauth2_rpc_tokens (expires_at)`,
]
