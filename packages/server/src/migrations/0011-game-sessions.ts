import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Presences of players without a gateway session. */
export const gameSessions: readonly MigrationStep[] = []
