import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Game stats widgets: their configurations, and the profiles that show them. */
export const widgetConfigs: readonly MigrationStep[] = [
  `CREATE TABLE widget_configs (id BIGINT PRIMARY KEY, application_id BIGINT NOT NULL, published_at DOUBLE PRECISION, updated_at DOUBLE PRECISION NOT NULL, data TEXT NOT NULL)`,
  `CREATE INDEX widget_configs_application ON widget_configs (application_id)`,
  `CREATE TABLE profile_widgets (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL, application_id BIGINT NOT NULL, position INTEGER NOT NULL, updated_at DOUBLE PRECISION NOT NULL)`,
  `CREATE UNIQUE INDEX profile_widgets_user ON profile_widgets (user_id, application_id)`,
]
