import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Accounts at the operator's identity providers, and sign-ins that came back from there. */
export const identityProviders: readonly MigrationStep[] = [
  `CREATE TABLE provider_identities (
     issuer TEXT NOT NULL, subject TEXT NOT NULL, user_id BIGINT NOT NULL, provider TEXT NOT NULL, name TEXT,
     role TEXT, created_at DOUBLE PRECISION NOT NULL, PRIMARY KEY (issuer, subject))`,
  `CREATE INDEX provider_identities_by_user ON provider_identities (user_id)`,
  `CREATE TABLE provider_sign_ins (
     code_hash TEXT PRIMARY KEY, state_hash TEXT NOT NULL, browser_hash TEXT NOT NULL, provider TEXT NOT NULL,
     claims TEXT NOT NULL, expires_at DOUBLE PRECISION NOT NULL)`,
  `CREATE UNIQUE INDEX provider_sign_ins_by_state ON provider_sign_ins (state_hash)`,
]
