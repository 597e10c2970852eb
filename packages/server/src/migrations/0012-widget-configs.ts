import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Game stats widgets. */
export const widgetConfigs: readonly MigrationStep[] = []
