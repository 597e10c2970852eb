import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Links that start an activity with a picture, a title and a description. */
export const quickLinks: readonly MigrationStep[] = [
  `CREATE TABLE quick_links (id BIGINT PRIMARY KEY, application_id BIGINT NOT NULL, data TEXT NOT NULL)`,
  `CREATE INDEX quick_links_application ON quick_links (application_id)`,
]
