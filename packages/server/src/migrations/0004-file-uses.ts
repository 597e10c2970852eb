import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Files that messages show, so that a file is removed with the last of them. */
export const fileUses: readonly MigrationStep[] = [
  `CREATE TABLE file_uses (key TEXT NOT NULL, holder_id BIGINT NOT NULL, channel_id BIGINT NOT NULL, PRIMARY KEY (key, holder_id))`,
  `CREATE INDEX file_uses_holder ON file_uses (holder_id)`,
  `CREATE INDEX file_uses_channel ON file_uses (channel_id, holder_id)`,
]
