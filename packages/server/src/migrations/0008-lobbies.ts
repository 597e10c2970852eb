import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Lobbies of games and their members. */
export const lobbies: readonly MigrationStep[] = []
