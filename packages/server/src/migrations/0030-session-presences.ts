import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Presences of the sessions of several nodes. */
export const sessionPresences: readonly MigrationStep[] = [
  `ALTER TABLE node_sessions ADD COLUMN shard TEXT NOT NULL DEFAULT '[0,1]'`,
  `ALTER TABLE node_sessions ADD COLUMN presence TEXT`,
  `ALTER TABLE node_sessions ADD COLUMN secrets TEXT`,
]
