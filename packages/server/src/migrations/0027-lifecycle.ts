import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Deletions of accounts, packages of people's data, jobs that operators follow, retention of guilds, and sizes. */
export const lifecycle: readonly MigrationStep[] = [
  `CREATE TABLE operator_jobs (
     id BIGINT PRIMARY KEY, kind TEXT NOT NULL, state TEXT NOT NULL, done INTEGER NOT NULL, total INTEGER, error TEXT,
     result TEXT, created_at DOUBLE PRECISION NOT NULL, ended_at DOUBLE PRECISION)`,
  `CREATE INDEX operator_jobs_by_end ON operator_jobs (ended_at)`,
  `CREATE TABLE account_deletions (
     user_id BIGINT PRIMARY KEY, state TEXT NOT NULL, messages TEXT NOT NULL, job_id BIGINT NOT NULL,
     requested_at DOUBLE PRECISION NOT NULL, due_at DOUBLE PRECISION NOT NULL)`,
  `CREATE INDEX account_deletions_by_state ON account_deletions (state, user_id)`,
  `CREATE TABLE harvests (
     id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, status INTEGER NOT NULL, job_id BIGINT NOT NULL,
     by_operator INTEGER NOT NULL, created_at DOUBLE PRECISION NOT NULL, updated_at DOUBLE PRECISION NOT NULL,
     completed_at DOUBLE PRECISION)`,
  `CREATE INDEX harvests_by_user ON harvests (user_id, id)`,
  `CREATE TABLE guild_retentions (guild_id BIGINT PRIMARY KEY, messages_days INTEGER NOT NULL)`,
  `CREATE TABLE size_samples (day INTEGER PRIMARY KEY, bytes BIGINT NOT NULL)`,
  // Sums by kind of file, in place of reading every file.
  ...['attachments', 'images'].map(
    (kind) => `INSERT INTO stored_bytes (holder, bytes)
               SELECT 'kind ${kind} 0', coalesce(sum(bytes), 0) FROM stored_files WHERE key LIKE '${kind}/%'`,
  ),
  `INSERT INTO stored_bytes (holder, bytes) SELECT 'kind other 0', coalesce(sum(bytes), 0) FROM stored_files
   WHERE key NOT LIKE 'attachments/%' AND key NOT LIKE 'images/%'`,
  `ALTER TABLE factor_tickets ADD COLUMN revives INTEGER NOT NULL DEFAULT 0`,
  `CREATE INDEX stored_files_by_user ON stored_files (user_id)`,
]
