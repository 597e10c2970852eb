import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Uses of what has a limit that holds for all nodes together. */
export const usedWindows: readonly MigrationStep[] = [
  `CREATE TABLE used_windows (key TEXT PRIMARY KEY, count INTEGER NOT NULL, ends_at DOUBLE PRECISION NOT NULL)`,
]
