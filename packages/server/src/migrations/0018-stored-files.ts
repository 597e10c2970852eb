import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Bytes of kept files, by file and by the people and guilds that they count for. */
export const storedFiles: readonly MigrationStep[] = [
  `CREATE TABLE stored_files (key TEXT PRIMARY KEY, bytes BIGINT NOT NULL, user_id BIGINT, guild_id BIGINT)`,
  `CREATE TABLE stored_bytes (holder TEXT PRIMARY KEY, bytes BIGINT NOT NULL)`,
]
