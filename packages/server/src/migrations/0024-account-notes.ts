import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Notes of operators about people and registrations. */
export const accountNotes: readonly MigrationStep[] = [
  `CREATE TABLE account_notes (user_id BIGINT PRIMARY KEY, note TEXT NOT NULL)`,
]
