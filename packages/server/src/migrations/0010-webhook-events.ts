import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Webhook events that wait for their delivery. */
export const webhookEvents: readonly MigrationStep[] = []
