import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { IDS_NODES } from '../../kernel/ids.ts'
import type { NodeLife } from '../../kernel/lease.ts'
import { UserError } from '../../kernel/user-error.ts'
import type { Connection } from './connection.ts'

/** Time for which a lease is valid without renewal. The clock is that of the database. */
export const LEASE_S = 10
/** Time for which the worker id of a lease that ended is not used again. */
const WORKER_REST_S = 3_600
/** Time after which an expired lease is certainly not one that an outage kept from being renewed. */
const LONG_EXPIRED_S = 60
/** Name of a process without a bus, which is alone on its database. */
export const SINGLE = 'single'

/** They exist before the migrations run, which only a process with a lease may run. */
const TABLES = [
  `CREATE TABLE IF NOT EXISTS nodes (
     name TEXT PRIMARY KEY, epoch BIGINT NOT NULL, host TEXT NOT NULL, boot TEXT NOT NULL, pid BIGINT NOT NULL,
     started DOUBLE PRECISION NOT NULL, since TIMESTAMPTZ NOT NULL, expires_at TIMESTAMPTZ NOT NULL)`,
  `ALTER TABLE nodes ADD COLUMN IF NOT EXISTS worker_id INTEGER, ADD COLUMN IF NOT EXISTS url TEXT,
     ADD COLUMN IF NOT EXISTS version TEXT,
     ADD COLUMN IF NOT EXISTS public_url TEXT, ADD COLUMN IF NOT EXISTS migrations INTEGER,
     ADD COLUMN IF NOT EXISTS voice TEXT`,
  'CREATE TABLE IF NOT EXISTS node_workers (id INTEGER PRIMARY KEY, free_at TIMESTAMPTZ NOT NULL)',
]
const HOLDERS = `SELECT name, epoch, host, boot, pid::int, started, since, public_url, expires_at > clock_timestamp() AS live,
    expires_at::text AS expires,
    expires_at < clock_timestamp() - make_interval(secs => ${LONG_EXPIRED_S})
      AND pg_postmaster_start_time() < clock_timestamp() - make_interval(secs => ${LEASE_S}) AS forgotten
  FROM nodes ORDER BY name`
/** An id that no lease has and none had lately; else the one that rests longest. */
const FREE_WORKER = `SELECT id::int FROM generate_series(0, ${IDS_NODES - 1}) AS id LEFT JOIN node_workers USING (id)
  WHERE NOT EXISTS (SELECT 1 FROM nodes WHERE worker_id = id)
  ORDER BY greatest(free_at, now()), id LIMIT 1`
/** Epochs follow the clock, so that they also grow where rows were removed. */
const TAKE = `INSERT INTO nodes (name, epoch, host, boot, pid, started, url, version, worker_id, public_url, migrations,
    since, expires_at)
  SELECT $1::text, greatest(coalesce(max(epoch), 0) + 1, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint),
    $2::text, $3::text, $4::bigint, $5::float8, $6::text, $7::text, $8::int, $9::text, $10::int,
    clock_timestamp(), clock_timestamp() + make_interval(secs => ${LEASE_S}) FROM nodes
  RETURNING epoch`
const END = `WITH ended AS (DELETE FROM nodes WHERE name = $1 AND epoch = $2 RETURNING worker_id)
  INSERT INTO node_workers SELECT worker_id, clock_timestamp() + make_interval(secs => ${WORKER_REST_S}) FROM ended
  WHERE worker_id IS NOT NULL ON CONFLICT (id) DO UPDATE SET free_at = excluded.free_at`
const RENEW = `UPDATE nodes SET expires_at = clock_timestamp() + make_interval(secs => ${LEASE_S})
  WHERE name = $1 AND epoch = $2`
const ANNOUNCE = 'UPDATE nodes SET url = $3 WHERE name = $1 AND epoch = $2'
const LIVE = `SELECT name, epoch, url, version, migrations,
    extract(epoch FROM clock_timestamp() - expires_at)::float8 + ${LEASE_S} AS "leaseAgeS"
  FROM nodes WHERE expires_at > clock_timestamp() ORDER BY name`
/** Leases are taken and ended one after the other. */
const LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('nodes', 0))"
/** Connections of a lease share this lock, so that its successor finds and ends them. */
const CONNECTIONS = `SELECT pg_terminate_backend(pid) FROM pg_locks, (SELECT hashtextextended($1, 0) AS key) AS wanted
  WHERE locktype = 'advisory' AND objsubid = 1 AND pid <> pg_backend_pid()
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND classid::bigint = (key >> 32) & 4294967295 AND objid::bigint = key & 4294967295`

/** A process with a lease, as its row describes it. */
export interface Holder extends NodeLife {
  host: string
  boot: string
  pid: number
  /** Unix milliseconds at which the process began: a process in a container may have the number of another one. */
  started: number
  since: Date
  public_url: string | null
  live: boolean
  /** Changes with each renewal. */
  expires: string
  /** Whether the lease expired so long ago that nobody renews it any more. */
  forgotten: boolean
}

/** Facts about its process that a lease has. */
export interface LeaseFacts {
  /** Null for a process that is alone on its database. */
  readonly name: string | null
  /** Address at which other nodes and clients reach it; null before it listens. */
  readonly url: string | null
  readonly version: string
  /** Number of the newest migration that the program knows. */
  readonly migrations: number
  /** Address at which clients reach all nodes together; null without. */
  readonly publicUrl: string | null
}

/** A lease that was taken. */
export interface Taken {
  readonly node: NodeLife
  readonly workerId: number
  readonly succeeds: readonly NodeLife[]
}

/** Returns the name of the lock that all connections of a lease share. */
export function lockOf({ name, epoch }: NodeLife): string {
  return `node ${name} ${epoch}`
}

/**
 * Takes a lease in one transaction and returns it; or returns the process that has one which excludes it. The leases of
 * processes that have ended, and of those for which `isLost` holds, end with their connections.
 *
 * @throws UserError if a live node has another public address
 */
export async function takeOn(
  connection: Connection,
  facts: LeaseFacts,
  isLost: (holder: Holder) => boolean,
): Promise<Taken | Holder> {
  const rows = rowsOf(connection)
  await rows('BEGIN')
  await rows(LOCK)
  for (const statement of TABLES) await rows(statement)
  const name = facts.name ?? SINGLE
  const holders = await rows<Holder>(HOLDERS)
  const rivals = holders.filter((row) => excludes(row.name, name))
  const rival = rivals.find((row) => !hasEnded(row) && (row.live || !isLost(row)))
  if (rival) {
    await rows('ROLLBACK')
    return rival
  }
  const stranger = holders.find((row) => !rivals.includes(row) && row.live && row.public_url !== facts.publicUrl)
  if (stranger) {
    await rows('ROLLBACK')
    throw new UserError(
      `--public-url: node ${stranger.name} has ${stranger.public_url ?? 'none'}, and this one ${facts.publicUrl ?? 'none'}. All nodes have the same.`,
    )
  }
  for (const former of rivals) await endOn(rows, former)
  const [worker] = await rows<{ id: number }>(FREE_WORKER)
  const workerId = worker?.id ?? 0
  const own = [
    hostname(),
    bootId(),
    process.pid,
    performance.timeOrigin,
    facts.url,
    facts.version,
    workerId,
    facts.publicUrl,
    facts.migrations,
  ]
  const [taken] = await rows<{ epoch: bigint }>(TAKE, [name, ...own])
  await rows('COMMIT')
  return {
    node: { name, epoch: taken?.epoch ?? 0n },
    workerId,
    succeeds: rivals.map((former) => ({ name: former.name, epoch: former.epoch })),
  }
}

/** Ends a lease within a transaction that holds the lock of the nodes, and with it the connections that share it. */
async function endOn(rows: Rows, { name, epoch }: NodeLife): Promise<void> {
  await rows(END, [name, epoch])
  await rows(CONNECTIONS, [lockOf({ name, epoch })])
  // Its last statements have ended once nobody shares the lock.
  await rows('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lockOf({ name, epoch })])
}

/** Ends the leases of other nodes that have expired and for which `isLost` holds. Returns their number. */
export async function declareLossesOn(
  connection: Connection,
  own: NodeLife,
  isLost: (holder: Holder) => boolean,
): Promise<number> {
  const rows = rowsOf(connection)
  // Asked of live nodes too: the time for which a lease was not renewed begins before it expires.
  const expired = async () =>
    (await rows<Holder>(HOLDERS)).filter((row) => row.name !== own.name && isLost(row) && !row.live)
  if ((await expired()).length === 0) return 0
  await rows('BEGIN')
  try {
    await rows(LOCK)
    const lost = await expired()
    for (const holder of lost) await endOn(rows, holder)
    await rows('COMMIT')
    return lost.length
  } catch (error) {
    connection.lose(error)
    throw error
  }
}

type Rows = <T>(text: string, values?: readonly unknown[]) => Promise<T[]>

function rowsOf(connection: Connection): Rows {
  return async <T>(text: string, values: readonly unknown[] = []) =>
    [...(await connection.send(text, values, false))] as T[]
}

/** Statements of a lease that was taken. */
export const LeaseStatement = { renew: RENEW, end: END, live: LIVE, announce: ANNOUNCE } as const

/** Whether a process of one name may not use the database beside one of the other name. */
function excludes(name: string, other: string): boolean {
  return name === other || name === SINGLE || other === SINGLE
}

/** Whether the process ran on this machine since its last start. */
export function isHere({ host, boot }: Holder): boolean {
  return host === hostname() && boot === bootId() && boot !== ''
}

/** Whether the process certainly runs no longer. */
function hasEnded(holder: Holder): boolean {
  if (!isHere(holder)) return false
  if (holder.pid === process.pid) return holder.started !== performance.timeOrigin
  try {
    process.kill(holder.pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** The start of this machine, on systems that number it. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}
