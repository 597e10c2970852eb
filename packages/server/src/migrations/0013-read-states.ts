import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Last read messages of people, and the messages that count as mentions of users, roles and whole guilds. */
export const readStates: readonly MigrationStep[] = [
  `CREATE TABLE read_states (user_id BIGINT NOT NULL, channel_id BIGINT NOT NULL, last_message_id BIGINT NOT NULL, PRIMARY KEY (user_id, channel_id))`,
  `CREATE INDEX read_states_channel ON read_states (channel_id)`,
  `CREATE TABLE mentions (target_id BIGINT NOT NULL, message_id BIGINT NOT NULL, channel_id BIGINT NOT NULL, guild_id BIGINT, PRIMARY KEY (target_id, message_id))`,
  `CREATE INDEX mentions_message ON mentions (message_id)`,
]
