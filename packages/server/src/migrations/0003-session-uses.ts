import type { MigrationStep } from '../kernel/store/migrate.ts'

/** When and from where each person's token was last used, for their list of sessions. */
export const sessionUses: readonly MigrationStep[] = [
  `CREATE TABLE token_uses (hash TEXT PRIMARY KEY, used_at DOUBLE PRECISION NOT NULL, ip TEXT NOT NULL, user_agent TEXT NOT NULL)`,
]
