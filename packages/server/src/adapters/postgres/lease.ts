import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseInUseError, DatabaseUnreachableError } from '../../kernel/store/store.ts'
import type { Connection } from './connection.ts'
import { type Connections, Database } from './connections.ts'

/** Time for which a lease is valid without renewal. The clock is that of the database. */
const LEASE_S = 10
const RENEWED_MS = 3_000
/** Longest wait for the lease of a process on another machine, which may have been lost. */
const WAIT_MAX_MS = 15_000
const WAIT_STEP_MS = 500
/** A process without a bus is the only node of its platform. */
const SINGLE = 'single'

/** The right of this process to use a database. */
export interface Lease {
  /** Gives it up, so that the next process need not wait. */
  close(): Promise<void>
}

const TABLE = `CREATE TABLE IF NOT EXISTS nodes (
  name TEXT PRIMARY KEY, epoch BIGINT NOT NULL, host TEXT NOT NULL, boot TEXT NOT NULL, pid BIGINT NOT NULL,
  started DOUBLE PRECISION NOT NULL, since TIMESTAMPTZ NOT NULL, expires_at TIMESTAMPTZ NOT NULL)`
const HOLDER = `SELECT epoch::text, host, boot, pid::int, started, since, expires_at > clock_timestamp() AS live
  FROM nodes WHERE name = $1`
const TAKE = `INSERT INTO nodes (name, epoch, host, boot, pid, started, since, expires_at)
  VALUES ($1, 1, $2, $3, $4, $5, clock_timestamp(), clock_timestamp() + make_interval(secs => $6))
  ON CONFLICT (name) DO UPDATE SET epoch = nodes.epoch + 1, host = excluded.host, boot = excluded.boot,
    pid = excluded.pid, started = excluded.started, since = excluded.since, expires_at = excluded.expires_at
  RETURNING epoch::text`
const RENEW = `UPDATE nodes SET expires_at = clock_timestamp() + make_interval(secs => $3)
  WHERE name = $1 AND epoch = $2`
const END = 'DELETE FROM nodes WHERE name = $1 AND epoch = $2'

interface Holder {
  epoch: string
  host: string
  boot: string
  pid: number
  /** Unix milliseconds at which the process began: a process in a container may have the number of another one. */
  started: number
  since: Date
  live: boolean
}

export interface LeaseParts {
  /** Called once it waits for the lease of a process that may be lost. */
  waiting(message: string): void
  /** Called if another process has taken the lease, because this one was away for too long. */
  lost(): void
}

/**
 * Takes the only lease of a database and renews it, on a connection apart from the pool. The lease of a process of this
 * machine that has ended is taken over at once.
 *
 * @throws DatabaseInUseError while another process has it; DatabaseUnreachableError without a database
 */
export async function takeLease(url: string, parts: LeaseParts): Promise<Lease> {
  const database = new Database(url)
  const connections = database.connections(1)
  try {
    const epoch = await take(connections, parts)
    return renewed(database, connections, epoch, parts)
  } catch (error) {
    await database.end(1)
    throw error instanceof DatabaseInUseError ? error : unreachable(url, error)
  }
}

async function take(connections: Connections, parts: LeaseParts): Promise<string> {
  const startedAt = performance.now()
  for (let tries = 1; ; tries += 1) {
    const found = await attempt(connections)
    if (typeof found === 'string') return found
    if (isHere(found) || performance.now() - startedAt > WAIT_MAX_MS) throw new DatabaseInUseError(inUse(found))
    if (tries === 1) parts.waiting(`${describe(found)} may be lost: waiting until its lease of the database ends`)
    await pause(WAIT_STEP_MS)
  }
}

/** Takes the lease and returns its epoch; or returns the process that has it. */
async function attempt(connections: Connections): Promise<string | Holder> {
  const connection = await connections.take()
  try {
    return await attemptOn(connection)
  } finally {
    connections.release(connection)
  }
}

async function attemptOn(connection: Connection): Promise<string | Holder> {
  const rows = async <T>(text: string, values: readonly unknown[] = []) =>
    [...(await connection.send(text, values, false))] as T[]
  await rows('BEGIN')
  await rows("SELECT pg_advisory_xact_lock(hashtextextended('nodes', 0))")
  await rows(TABLE)
  const [row] = await rows<Holder>(HOLDER, [SINGLE])
  if (row?.live && !hasEnded(row)) {
    await rows('ROLLBACK')
    return row
  }
  const own = [SINGLE, hostname(), bootId(), process.pid, performance.timeOrigin, LEASE_S]
  const [taken] = await rows<{ epoch: string }>(TAKE, own)
  await rows('COMMIT')
  return taken?.epoch ?? ''
}

function renewed(database: Database, connections: Connections, epoch: string, { lost }: LeaseParts): Lease {
  let closed = false
  let renewing: Promise<void> = Promise.resolve()
  const renew = async () => {
    try {
      const { count } = await connections.send(RENEW, [SINGLE, epoch, LEASE_S])
      if (count === 0 && !closed) {
        clearInterval(timer)
        lost()
      }
    } catch {
      // The database is away. The next renewal tells whether the lease is still this process's.
    }
  }
  const timer = setInterval(() => {
    renewing = renewing.then(renew)
  }, RENEWED_MS)
  timer.unref()
  return {
    async close() {
      closed = true
      clearInterval(timer)
      const end = connections.send(END, [SINGLE, epoch]).catch(() => undefined)
      await Promise.race([end, pause(1_000)])
      await database.end(1)
    },
  }
}

/** Whether the process ran on this machine since its last start. */
function isHere({ host, boot }: Holder): boolean {
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

function describe({ host, pid, since }: Holder): string {
  return `Process ${pid} on ${host}, which has used the database since ${since.toISOString()},`
}

function inUse(holder: Holder): string {
  return `${describe(holder).slice(0, -1)}, still uses it. Two processes on one database would harm each other.`
}

function unreachable(url: string, error: unknown): DatabaseUnreachableError {
  let cause = error
  while (cause instanceof Error && cause.cause !== undefined) cause = cause.cause
  const { message, code } = cause as { message?: string; code?: string }
  const { host, pathname } = new URL(url)
  return new DatabaseUnreachableError(`The database ${host}${pathname} cannot be used: ${message || code}`, { cause })
}
