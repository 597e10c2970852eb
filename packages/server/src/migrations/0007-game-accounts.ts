import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Bans of users, linked publishers and running merges. */
export const gameAccounts: readonly MigrationStep[] = []
