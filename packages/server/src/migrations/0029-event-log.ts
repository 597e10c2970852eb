import type { MigrationStep } from '../kernel/store/migrate.ts'

/** Minutes of the log. Each has its own table, which is emptied before its minute comes again. */
const SLOTS = Array.from({ length: 12 }, (_, slot) => slot)
const SLOT_NOW = '(floor(extract(epoch FROM now()) / 60)::bigint % 12)::smallint'

/** Events of the last minutes, by which nodes of one database find what the bus did not bring them. */
export const eventLog: readonly MigrationStep[] = [
  {
    sqlite: [],
    postgres: [
      `CREATE TABLE event_log (
         slot SMALLINT NOT NULL DEFAULT ${SLOT_NOW}, topic TEXT NOT NULL, version INTEGER NOT NULL,
         node TEXT NOT NULL, tables TEXT NOT NULL,
         xid xid8 NOT NULL DEFAULT pg_current_xact_id(), at TIMESTAMPTZ NOT NULL DEFAULT now(), events TEXT NOT NULL)
         PARTITION BY LIST (slot)`,
      ...SLOTS.map((slot) => `CREATE TABLE event_log_${slot} PARTITION OF event_log FOR VALUES IN (${slot})`),
      `CREATE INDEX event_log_by_version ON event_log (topic, version)`,
      `CREATE INDEX event_log_by_transaction ON event_log (xid)`,
    ],
  },
]
