import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Messages in lobbies, and metadata of messages. */
export const lobbyMessages: readonly MigrationStep[] = []
