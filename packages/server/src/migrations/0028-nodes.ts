import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Rows that nodes of one database share: newest ids of topics, owners of deliveries, sessions, kept sessions. */
export const nodes: readonly MigrationStep[] = [
  `ALTER TABLE topics ADD COLUMN newest_id BIGINT NOT NULL DEFAULT 0`,
  `CREATE TABLE webhook_owners (
     application_id BIGINT NOT NULL, node TEXT NOT NULL, epoch BIGINT NOT NULL, PRIMARY KEY (application_id))`,
  `CREATE TABLE node_sessions (
     id TEXT PRIMARY KEY, node TEXT NOT NULL, epoch BIGINT NOT NULL, user_id BIGINT NOT NULL, application_id BIGINT,
     kind TEXT NOT NULL, scopes TEXT NOT NULL, begun_at DOUBLE PRECISION NOT NULL)`,
  `CREATE INDEX node_sessions_by_user ON node_sessions (user_id, kind)`,
  `CREATE INDEX node_sessions_by_node ON node_sessions (node, epoch)`,
  // Processes of the former version keep sessions without a holder.
  `ALTER TABLE kept_sessions ADD COLUMN holder TEXT NOT NULL DEFAULT ''`,
  `ALTER TABLE kept_payloads RENAME TO former_kept_payloads`,
  `CREATE TABLE kept_payloads (
     holder TEXT NOT NULL DEFAULT '', id INTEGER NOT NULL, guild_id BIGINT, channel_id BIGINT, lobby_id BIGINT,
     bytes TEXT NOT NULL, PRIMARY KEY (holder, id))`,
  `INSERT INTO kept_payloads (id, guild_id, channel_id, lobby_id, bytes)
   SELECT id, guild_id, channel_id, lobby_id, bytes FROM former_kept_payloads`,
  `DROP TABLE former_kept_payloads`,
]
