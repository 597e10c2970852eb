import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Calls of DMs and group DMs. Only several nodes on one database have such rows. */
export const privateCalls: readonly MigrationStep[] = [
  `CREATE TABLE private_calls (channel_id BIGINT PRIMARY KEY, data TEXT NOT NULL)`,
  `CREATE INDEX voice_states_by_user ON voice_states (user_id)`,
]
