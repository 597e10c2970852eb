import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Reports of messages, people and guilds, and raid mode. */
export const moderation: readonly MigrationStep[] = [
  `CREATE TABLE reports (
     id BIGINT PRIMARY KEY, kind TEXT NOT NULL, subject TEXT NOT NULL, state TEXT NOT NULL, count INTEGER NOT NULL,
     user_id BIGINT, guild_id BIGINT, channel_id BIGINT, message_id BIGINT, evidence TEXT,
     created_at DOUBLE PRECISION NOT NULL, decided_at DOUBLE PRECISION, resolved_by TEXT, note TEXT)`,
  `CREATE INDEX reports_by_subject ON reports (subject)`,
  `CREATE INDEX reports_by_user ON reports (user_id)`,
  `CREATE INDEX reports_by_state ON reports (state, id)`,
  `CREATE INDEX reports_by_decision ON reports (decided_at)`,
  `CREATE TABLE reporters (
     report_id BIGINT NOT NULL, reporter_id BIGINT NOT NULL, subject TEXT NOT NULL, reason INTEGER NOT NULL, text TEXT,
     at DOUBLE PRECISION NOT NULL, PRIMARY KEY (report_id, reporter_id))`,
  `CREATE INDEX reporters_by_person ON reporters (reporter_id, at)`,
  `CREATE TABLE instance_state (name TEXT PRIMARY KEY, value TEXT NOT NULL)`,
  `CREATE TABLE raid_messages (user_id BIGINT PRIMARY KEY, at DOUBLE PRECISION NOT NULL)`,
]
