import type { Snowflake } from '@guildhall/protocol'
import { sql } from 'kysely'
import type { Event, Topic } from '../../kernel/event.ts'
import { settingTopic } from '../../kernel/raise-topics.ts'
import type { Raised, VersionRange } from '../../kernel/shared-topics.ts'
import { db, prepare } from '../../kernel/store/statement.ts'
import type { StoreSession } from '../../kernel/store/store.ts'
import type { StampedChange, TableChange } from '../../kernel/store/table-changes.ts'
import type { TopicVersion } from './event-order.ts'
import { rangesOf } from './ranges.ts'

/** Events of one version of a topic, as the log and the bus spell them. */
export interface LoggedEvents extends TopicVersion {
  /** Events in their order, packed. */
  readonly text: string
}

/** Versions that were committed since a snapshot of the database. */
export interface Sweep {
  /** Snapshot in which these versions are contained. */
  readonly snapshot: string
  /** Time of the start of the database; another one means that it was restarted. */
  readonly startedAt: string
  /** Time by the clock of the database, in seconds since 1970. */
  readonly at: number
  readonly versions: readonly TopicVersion[]
  /** Tables that other nodes have changed. */
  readonly tables: ReadonlySet<TableChange>
}

/** Newest version of a topic, and the first one after a snapshot, for a node that has seen no event of it lately. */
export interface Standing extends TopicVersion {
  /** First version that the snapshot does not contain; null for none. */
  readonly first: number | null
}

/** Versions that one statement reads. */
const READ_MAX = 1_000

/** Minute in which an event is inserted, which may be long after its transaction began. */
const SLOT_NOW = '(floor(extract(epoch FROM clock_timestamp()) / 60)::bigint % 12)::smallint'

type LogRow = { topic: string; version: number; node: string; tables: string; events: string }
const valuesOf = (slot: <K extends keyof LogRow>(name: K) => LogRow[K]) => ({
  ...{ topic: slot('topic'), version: slot('version'), events: slot('events') },
  ...{ node: slot('node'), tables: slot('tables'), slot: sql<number>`${sql.raw(SLOT_NOW)}` },
})
const insertEvents = prepare<LogRow>()((slot) => db.insertInto('event_log').values(valuesOf(slot)))
/** One statement, because each has its price for the node and for the database. */
const raiseAndInsert = prepare<LogRow & { newestId: Snowflake }>()((slot) =>
  db
    .with('raised', (other) =>
      settingTopic(other, { topic: slot('topic'), version: slot('version'), newest_id: slot('newestId') }),
    )
    .insertInto('event_log')
    .values(valuesOf(slot)),
)

const RAISE = `WITH raised AS (
    INSERT INTO topics (topic, version) VALUES ($1, 1)
    ON CONFLICT (topic) DO UPDATE SET version = topics.version + 1 RETURNING version
  ), logged AS (
    INSERT INTO event_log (slot, topic, version, node, tables, events)
    SELECT ${SLOT_NOW}, $1, version, $2, $3, $4 FROM raised
  )
  SELECT version FROM raised`

const NOW = `SELECT pg_current_snapshot()::text AS snapshot, pg_postmaster_start_time()::text AS started,
  extract(epoch FROM clock_timestamp())::float8 AS now`

/** Compares texts, as `NOW` writes them: equal snapshots contain the same transactions. */
const UNCHANGED = `SELECT pg_current_snapshot()::text = $1 AND pg_postmaster_start_time()::text = $2 AS same,
  extract(epoch FROM clock_timestamp())::float8 AS now`

/** Tables of the log that are read; null for all. */
export type Slots = readonly number[] | null

/** Names tables in the text of a statement, so that the server locks and opens no other ones. */
const among = (slots: Slots) => (slots === null ? '' : `log.slot IN (${slots.join()}) AND `)

/**
 * Returns the statement that reads what was committed since a snapshot, in some tables of the log or in all. Unlike the
 * oldest transaction that runs, a snapshot does not wait for those of other databases of the server.
 */
function sweepOf(slots: Slots): string {
  return `SELECT now.snapshot, now.started, now.now, log.topic, log.version,
      CASE WHEN log.node = $2 THEN '' ELSE log.tables END AS tables
    FROM (${NOW}) AS now
    LEFT JOIN event_log AS log ON ${among(slots)}log.xid >= pg_snapshot_xmin($1::pg_snapshot)
      AND NOT pg_visible_in_snapshot(log.xid, $1::pg_snapshot)
    ORDER BY log.version`
}

const STANDINGS = `SELECT asked.topic, coalesce(topics.version, 0) AS version, (
    SELECT min(log.version) FROM event_log AS log
    WHERE log.topic = asked.topic AND log.xid >= pg_snapshot_xmin($2::pg_snapshot)
      AND NOT pg_visible_in_snapshot(log.xid, $2::pg_snapshot)
  ) AS first
  FROM jsonb_array_elements_text($1::text::jsonb) AS asked (topic) LEFT JOIN topics USING (topic)`

const VERSIONS = `SELECT topic, version FROM topics
  WHERE topic IN (SELECT jsonb_array_elements_text($1::text::jsonb))`

/**
 * Returns the statement that reads ranges of versions. Written as a join, it reads whole tables: the server expects a
 * hundred ranges of any length.
 */
const readRangesOf = (slots: Slots) => `SELECT log.topic, log.version, log.events AS text
  FROM jsonb_to_recordset($1::text::jsonb) AS asked (topic text, "after" integer, "upTo" integer)
  CROSS JOIN LATERAL (
    SELECT topic, version, events FROM event_log AS log
    WHERE ${among(slots)}topic = asked.topic AND version > asked."after" AND version <= asked."upTo"
    ORDER BY version OFFSET 0
  ) AS log
  ORDER BY log.version`

/** A log record that changes nothing: its commit waits until the log before it is on disk. */
const FLUSH = "SELECT pg_logical_emit_message(true, 'guildhall', '')"

/** Empties the table of the minute that comes next. The time is that of the statement, not of who sent it. */
const ROTATE = `DO $$
  DECLARE next text := 'event_log_' || (floor(extract(epoch FROM now()) / 60)::bigint + 1) % 12; occupied boolean;
  BEGIN
    IF NOT pg_try_advisory_xact_lock(hashtextextended('guildhall.event_log', 0)) THEN RETURN; END IF;
    SET LOCAL lock_timeout = '2s';
    EXECUTE format('SELECT EXISTS (SELECT FROM %I)', next) INTO occupied;
    IF occupied THEN EXECUTE format('TRUNCATE %I', next); END IF;
  END $$`

/** Topic of rows that name changes of tables without events. */
const NO_TOPIC = ''

/** Writes into the log that a transaction changes tables. */
export async function appendTables(
  session: StoreSession,
  node: string,
  tables: readonly StampedChange[],
): Promise<void> {
  const row = { topic: NO_TOPIC, version: 0, node, tables: tables.join(), events: '' }
  await session.sendPrepared(insertEvents, row)
}

/** Raises a topic and writes its events, in the transaction of the session. Returns the version. */
export async function appendEvents(
  session: StoreSession,
  raised: Raised,
  { node, events }: { node: string; events: string },
): Promise<number> {
  const { topic, version, newestId } = raised
  const tables = raised.tables.join()
  if (version === null) {
    const [row] = await session.raw<{ version: number }>(RAISE, [topic, node, tables, events])
    return row?.version ?? 0
  }
  await session.sendPrepared(raiseAndInsert, { topic, version, newestId, node, tables, events })
  return version
}

/**
 * Returns what was committed since a snapshot, or the present snapshot alone if there is none. With `slots`, only these
 * tables of the log are read.
 */
export async function sweep(
  session: StoreSession,
  node: string,
  { since, slots = null }: { since: string | null; slots?: Slots },
): Promise<Sweep> {
  type Row = { snapshot: string; started: string; now: number } & Partial<Record<'topic' | 'tables', string | null>> & {
      version?: number
    }
  const rows = since === null ? await session.raw<Row>(NOW) : await session.raw<Row>(sweepOf(slots), [since, node])
  return {
    snapshot: rows[0]?.snapshot ?? '',
    startedAt: rows[0]?.started ?? '',
    at: rows[0]?.now ?? 0,
    versions: rows.flatMap(({ topic, version }) =>
      topic && version !== undefined ? [{ topic: topic as Topic, version }] : [],
    ),
    tables: new Set(rows.flatMap(({ tables }) => (tables ? (tables.split(',') as TableChange[]) : []))),
  }
}

/** Returns the time by the clock of the database if no transaction has ended since a snapshot; else null. */
export async function unchangedAt(
  session: StoreSession,
  { snapshot, startedAt }: Pick<Sweep, 'snapshot' | 'startedAt'>,
): Promise<number | null> {
  const [row] = await session.raw<{ same: boolean; now: number }>(UNCHANGED, [snapshot, startedAt])
  return row?.same ? row.now : null
}

/** Returns where topics stand beside a snapshot. */
export async function standingsOf(session: StoreSession, topics: readonly Topic[], since: string): Promise<Standing[]> {
  return session.raw<Standing>(STANDINGS, [JSON.stringify(topics), since])
}

/** Returns the newest versions of those topics that have events. */
export async function versionsOf(session: StoreSession, topics: readonly Topic[]): Promise<TopicVersion[]> {
  return session.raw<TopicVersion>(VERSIONS, [JSON.stringify(topics)])
}

/**
 * Reads the events of versions, as far as the log still has them, by statements of a bounded number of versions. With
 * `slots`, only these tables of the log are read.
 */
export async function* readEvents(
  session: StoreSession,
  versions: readonly TopicVersion[],
  slots: Slots = null,
): AsyncGenerator<LoggedEvents[], void, undefined> {
  // Each range opens the tables once; so would each version.
  for (let first = 0; first < versions.length; first += READ_MAX)
    yield readRanges(session, rangesOf(versions.slice(first, first + READ_MAX)), slots)
}

/**
 * Returns the events of several ranges, as far as the log still has them, each topic in its order. With `slots`, only
 * these tables of the log are read.
 */
export async function readRanges(
  session: StoreSession,
  ranges: readonly VersionRange[],
  slots: Slots = null,
): Promise<LoggedEvents[]> {
  return session.raw<LoggedEvents>(readRangesOf(slots), [JSON.stringify(ranges)])
}

/**
 * Returns the events of a range that was committed lately, which some tables of the log most likely have. They have not
 * if a transaction took long: then all are read.
 */
export async function readSince(session: StoreSession, range: VersionRange, slots: Slots): Promise<LoggedEvents[]> {
  const found = await readRanges(session, [range], slots)
  return slots === null || found.length === range.upTo - range.after ? found : readRanges(session, [range])
}

/** Waits until everything that a session has read is durable. */
export async function awaitDurable(session: StoreSession): Promise<void> {
  await session.raw(FLUSH)
}

/** Removes events that are older than ten minutes. */
export async function rotate(session: StoreSession): Promise<void> {
  await session.raw(ROTATE)
}

/** Packs and unpacks the events of one version of a topic. */
export interface EventCodec {
  pack(events: readonly Event[]): string
  /** Leaves out events of types that this program does not know. @throws for text that it cannot read */
  unpack(logged: LoggedEvents): Event[]
}
