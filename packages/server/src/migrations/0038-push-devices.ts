import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Browsers that receive web push, and the messages that wait for them. A device ends with its session. */
export const pushDevices: readonly MigrationStep[] = [
  `CREATE TABLE push_devices (id BIGINT PRIMARY KEY, user_id BIGINT NOT NULL,
     session TEXT NOT NULL REFERENCES tokens (hash) ON DELETE CASCADE, subscription_hash TEXT NOT NULL UNIQUE,
     subscription TEXT NOT NULL, origin TEXT NOT NULL, failures INTEGER NOT NULL, created_at DOUBLE PRECISION NOT NULL)`,
  `CREATE INDEX push_devices_by_user ON push_devices (user_id)`,
  `CREATE INDEX push_devices_by_session ON push_devices (session)`,
  `CREATE TABLE push_messages (id BIGINT PRIMARY KEY,
     device_id BIGINT NOT NULL REFERENCES push_devices (id) ON DELETE CASCADE, tag TEXT NOT NULL, payload TEXT NOT NULL,
     due_at DOUBLE PRECISION NOT NULL, expires_at DOUBLE PRECISION NOT NULL, attempts INTEGER NOT NULL,
     UNIQUE (device_id, tag))`,
  `CREATE INDEX push_messages_by_due_at ON push_messages (due_at)`,
]
