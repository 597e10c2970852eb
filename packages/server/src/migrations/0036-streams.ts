import { ENDS_FORMER, type MigrationStep } from '../kernel/store/migrate.ts'

/** Shared screens and their previews. Only several nodes on one database have such rows. */
export const streams: readonly MigrationStep[] = [
  // Former programs cannot read the texts of events since these are shortened.
  ENDS_FORMER,
  `CREATE TABLE streams (stream_key TEXT PRIMARY KEY, channel_id BIGINT NOT NULL, owner_id BIGINT NOT NULL,
     data TEXT NOT NULL)`,
  `CREATE INDEX streams_by_channel ON streams (channel_id)`,
  `CREATE TABLE stream_previews (stream_key TEXT PRIMARY KEY REFERENCES streams (stream_key) ON DELETE CASCADE,
     name TEXT NOT NULL UNIQUE, jpeg TEXT NOT NULL)`,
]
