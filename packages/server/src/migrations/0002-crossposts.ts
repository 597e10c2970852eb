import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Copies of published messages, so that they can follow their source. */
export const crossposts: readonly MigrationStep[] = [
  `CREATE TABLE crossposts (copy_id BIGINT PRIMARY KEY, channel_id BIGINT NOT NULL, source_id BIGINT NOT NULL)`,
  `CREATE INDEX crossposts_source ON crossposts (source_id, copy_id)`,
]
