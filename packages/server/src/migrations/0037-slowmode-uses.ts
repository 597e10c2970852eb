import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Times of the last message and thread of users in channels with slowmode. */
export const slowmodeUses: readonly MigrationStep[] = [
  `CREATE TABLE slowmode_uses (user_id BIGINT NOT NULL, channel_id BIGINT NOT NULL, kind INTEGER NOT NULL,
     at DOUBLE PRECISION NOT NULL, PRIMARY KEY (user_id, channel_id, kind))`,
]
