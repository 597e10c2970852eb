import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Networks and browsers that people signed in from, as hashes. */
export const signInPlaces: readonly MigrationStep[] = [
  `CREATE TABLE sign_in_places (
     user_id BIGINT NOT NULL, place TEXT NOT NULL, at DOUBLE PRECISION NOT NULL, PRIMARY KEY (user_id, place))`,
]
