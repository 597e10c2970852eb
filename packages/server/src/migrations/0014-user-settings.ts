import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Settings of people that only their clients follow. */
export const userSettings: readonly MigrationStep[] = [
  `CREATE TABLE user_settings (user_id BIGINT PRIMARY KEY, data TEXT NOT NULL)`,
]
