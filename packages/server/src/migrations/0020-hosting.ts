import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Returns SQL that gives each address that people have confirmed to the first of them. */
const confirmedAddresses = (email: string, verified: string, no: string) =>
  `INSERT INTO email_addresses (address, user_id)
   SELECT lower(${email}), min(id) FROM users
   WHERE bot = 0 AND ${email} IS NOT NULL AND (${verified} IS NULL OR ${verified} <> ${no}) GROUP BY lower(${email})`

/** Settings of the instance, registrations, invites to register, mails, and what limits and blocks them. */
export const hosting: readonly MigrationStep[] = [
  `CREATE TABLE instance_settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,
  `CREATE TABLE email_addresses (address TEXT PRIMARY KEY, user_id BIGINT NOT NULL)`,
  `CREATE UNIQUE INDEX email_addresses_by_user ON email_addresses (user_id)`,
  {
    sqlite: [confirmedAddresses("json_extract(data, '$.email')", "json_extract(data, '$.verified')", '0')],
    postgres: [confirmedAddresses("data::json->>'email'", "data::json->>'verified'", "'false'")],
  },
  `CREATE TABLE registrations (
     id BIGINT PRIMARY KEY, username TEXT NOT NULL, email TEXT, state TEXT NOT NULL, created_at DOUBLE PRECISION NOT NULL,
     data TEXT NOT NULL)`,
  `CREATE UNIQUE INDEX registrations_by_username ON registrations (username)`,
  `CREATE INDEX registrations_by_email ON registrations (email)`,
  `CREATE TABLE registration_origins (
     id BIGINT PRIMARY KEY, address TEXT NOT NULL, at DOUBLE PRECISION NOT NULL)`,
  `CREATE INDEX registration_origins_by_address ON registration_origins (address, at)`,
  `CREATE INDEX registration_origins_by_time ON registration_origins (at)`,
  `CREATE TABLE registration_invites (
     code TEXT PRIMARY KEY, uses INTEGER NOT NULL, used INTEGER NOT NULL, expires_at DOUBLE PRECISION, email TEXT,
     note TEXT, created_at DOUBLE PRECISION NOT NULL)`,
  `CREATE TABLE used_challenges (signature TEXT PRIMARY KEY, expires_at DOUBLE PRECISION NOT NULL)`,
  `CREATE TABLE registration_blocks (
     id BIGINT PRIMARY KEY, kind TEXT NOT NULL, value TEXT NOT NULL, note TEXT, created_at DOUBLE PRECISION NOT NULL)`,
  `CREATE UNIQUE INDEX registration_blocks_by_value ON registration_blocks (kind, value)`,
  `CREATE TABLE mails (
     id BIGINT PRIMARY KEY, address TEXT NOT NULL, state TEXT NOT NULL, created_at DOUBLE PRECISION NOT NULL,
     due_at DOUBLE PRECISION NOT NULL, attempts INTEGER NOT NULL, last_error TEXT, content TEXT)`,
  `CREATE INDEX mails_by_due ON mails (state, due_at)`,
  `CREATE INDEX mails_by_address ON mails (address, created_at)`,
  `ALTER TABLE one_time_links ADD COLUMN kind TEXT NOT NULL DEFAULT 'sign_in'`,
  `ALTER TABLE one_time_links ADD COLUMN address TEXT`,
]
