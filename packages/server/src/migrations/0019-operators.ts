import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Roles of operators, the log of what they did, and tokens of links that let a person in once. */
export const operators: readonly MigrationStep[] = [
  `CREATE TABLE operators (user_id BIGINT PRIMARY KEY, role TEXT NOT NULL)`,
  `CREATE TABLE operators_log (
     id BIGINT PRIMARY KEY, at DOUBLE PRECISION NOT NULL, actor_kind TEXT NOT NULL, actor_id BIGINT, action TEXT NOT NULL,
     target TEXT, changes TEXT NOT NULL, reason TEXT, address TEXT)`,
  `CREATE INDEX operators_log_by_action ON operators_log (action, id)`,
  `CREATE INDEX operators_log_by_target ON operators_log (target, id)`,
  `CREATE TABLE one_time_links (
     token_hash TEXT PRIMARY KEY, user_id BIGINT NOT NULL, created_at DOUBLE PRECISION NOT NULL,
     expires_at DOUBLE PRECISION NOT NULL)`,
  `ALTER TABLE platform_bans ADD COLUMN reason TEXT`,
  `CREATE INDEX one_time_links_by_user ON one_time_links (user_id)`,
]
