import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Relationships between users: of the platform (`application_id` 0) and of each game. */
export const relationships: readonly MigrationStep[] = [
  `CREATE TABLE relationships (user_id BIGINT NOT NULL, other_id BIGINT NOT NULL, application_id BIGINT NOT NULL, type INTEGER NOT NULL, since DOUBLE PRECISION, data TEXT NOT NULL, PRIMARY KEY (user_id, application_id, other_id))`,
  `CREATE INDEX relationships_application ON relationships (application_id, user_id)`,
  `CREATE INDEX relationships_other ON relationships (other_id, user_id)`,
]
