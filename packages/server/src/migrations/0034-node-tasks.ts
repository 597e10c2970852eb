import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Tasks that one node does at a time. Only several nodes on one database have such rows. */
export const nodeTasks: readonly MigrationStep[] = [
  `CREATE TABLE node_tasks (name TEXT PRIMARY KEY, node TEXT NOT NULL, epoch BIGINT NOT NULL)`,
]
