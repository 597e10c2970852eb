import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Voice states of guilds, and the nodes of calls. Only several nodes on one database have such rows. */
export const voiceOfNodes: readonly MigrationStep[] = [
  `CREATE TABLE voice_states (guild_id BIGINT NOT NULL, user_id BIGINT NOT NULL, session_id TEXT NOT NULL,
     data TEXT NOT NULL, PRIMARY KEY (guild_id, user_id))`,
  `CREATE TABLE voice_channels (guild_id BIGINT NOT NULL, channel_id BIGINT NOT NULL, status TEXT,
     started_at BIGINT, PRIMARY KEY (guild_id, channel_id))`,
  `CREATE TABLE voice_calls (channel_id BIGINT PRIMARY KEY, node TEXT NOT NULL, epoch BIGINT NOT NULL)`,
]
