import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Messages that exist only in games: in lobbies, and between players of whom one is provisional. */
export const lobbyMessages: readonly MigrationStep[] = [
  `CREATE TABLE game_messages (id BIGINT PRIMARY KEY, channel_id BIGINT NOT NULL, application_id BIGINT NOT NULL, author_id BIGINT NOT NULL, type INTEGER NOT NULL, flags INTEGER NOT NULL, content TEXT NOT NULL, edited_at DOUBLE PRECISION, data TEXT NOT NULL)`,
  `CREATE INDEX game_messages_channel ON game_messages (channel_id, id)`,
  `CREATE INDEX game_messages_author ON game_messages (author_id)`,
  `CREATE TABLE game_dms (id BIGINT PRIMARY KEY, application_id BIGINT NOT NULL, low_user_id BIGINT NOT NULL, high_user_id BIGINT NOT NULL)`,
  `CREATE UNIQUE INDEX game_dms_pair ON game_dms (application_id, low_user_id, high_user_id)`,
  `CREATE INDEX game_dms_low ON game_dms (low_user_id)`,
  `CREATE INDEX game_dms_high ON game_dms (high_user_id)`,
  `CREATE TABLE disclosures (application_id BIGINT NOT NULL, user_id BIGINT NOT NULL, type INTEGER NOT NULL, acknowledged_at DOUBLE PRECISION NOT NULL, PRIMARY KEY (application_id, user_id, type))`,
]
