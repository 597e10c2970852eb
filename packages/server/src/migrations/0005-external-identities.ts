import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Accounts elsewhere that applications know their players by. */
export const externalIdentities: readonly MigrationStep[] = [
  `CREATE TABLE external_identities (application_id BIGINT NOT NULL, provider_type TEXT NOT NULL, provider_id TEXT NOT NULL, provider_issued_user_id TEXT NOT NULL, user_id BIGINT NOT NULL, created_at DOUBLE PRECISION NOT NULL, data TEXT NOT NULL, PRIMARY KEY (application_id, provider_issued_user_id, provider_type, provider_id))`,
  `CREATE INDEX external_identities_user ON external_identities (user_id, application_id)`,
]
