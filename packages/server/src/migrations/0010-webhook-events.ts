import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Webhook events that wait for their delivery, in one queue for each user of an application. */
export const webhookEvents: readonly MigrationStep[] = [
  `CREATE TABLE webhook_event_queues (application_id BIGINT NOT NULL, user_id BIGINT NOT NULL, head INTEGER NOT NULL, tail INTEGER NOT NULL, due_at DOUBLE PRECISION NOT NULL, attempts INTEGER NOT NULL, failing_since DOUBLE PRECISION, PRIMARY KEY (application_id, user_id))`,
  `CREATE INDEX webhook_event_queues_fresh ON webhook_event_queues (application_id, due_at) WHERE failing_since IS NULL`,
  `CREATE INDEX webhook_event_queues_failing ON webhook_event_queues (application_id, due_at) WHERE failing_since IS NOT NULL`,
  `CREATE TABLE webhook_events (application_id BIGINT NOT NULL, user_id BIGINT NOT NULL, sequence INTEGER NOT NULL, type TEXT NOT NULL, created_at DOUBLE PRECISION NOT NULL, data TEXT NOT NULL, PRIMARY KEY (application_id, user_id, sequence))`,
]
