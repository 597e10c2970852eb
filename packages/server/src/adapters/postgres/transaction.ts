import type { KeyedQueue } from '../../kernel/queues.ts'
import type { CommitHooks, Holding, StoreSession, Waiting } from '../../kernel/store/store.ts'
import type { TableChange, TableChanges } from '../../kernel/store/table-changes.ts'
import { type Connection, ConnectionLostError, type QueryResult } from './connection.ts'
import type { Connections } from './connections.ts'
import { FLIGHT_MAX, Flight, UndoneError } from './flight.ts'
import type { SharedFlush } from './shared-flush.ts'

export interface QueryOptions {
  /** Whether the connection keeps the statement for later uses. */
  prepare: boolean
  /** Whether the query writes nothing, so that it needs no transaction yet. */
  reads?: boolean
}

/** Runs a query: on the pool, or on the connection of a transaction. */
export interface Queries {
  run(sql: string, parameters: readonly unknown[], options: QueryOptions): Promise<QueryResult>
  /** Hands a prepared statement over for its effect; a transaction does not wait until it has run. */
  hand(sql: string, parameters: readonly unknown[]): Promise<void>
  /** Notes changes of tables that a query is about to make. */
  note(changes: readonly TableChange[]): void
  /** Changes that were noted so far. */
  readonly changes: Iterable<TableChange>
}

export interface TransactionParts {
  /** Connections of transactions. */
  connections: Connections
  /** Connections of single reads. */
  reads: Connections
  /** Queues of this process, one per name: cheaper than waiting in the database. */
  locks: KeyedQueue<string>
  flush: SharedFlush
  /** Receives changes when they are visible. */
  changes: TableChanges
  /** Throws while this process may not write, because its lease may have ended. */
  demandLease(): void
  /** Flights that wait for the next transaction of a lock, by its name. Somebody waits for each of these locks. */
  waiting: Map<string, Flight>
}

/** Lets a transaction wait for a lock without a limit. It keeps the limit, which only sessions under a lease have. */
const LIFT_LIMIT = `SELECT set_config('guildhall.lock_timeout', current_setting('lock_timeout'), true),
  set_config('lock_timeout', '0', true)`
const LIMIT_AGAIN = "SELECT set_config('lock_timeout', current_setting('guildhall.lock_timeout'), true)"

/**
 * One transaction. It takes a connection at its first lock or write. Reads before that see committed data either way,
 * and a transaction that waits for a lock of this process keeps no connection from others.
 */
export class Transaction implements Queries {
  readonly #parts: TransactionParts
  /** Whether it shares no commit. */
  readonly #isAlone: boolean
  readonly #held: { name: string; release: () => void }[] = []
  /** Changes before it has a flight. */
  readonly #changes = new Set<TableChange>()
  #reserved: Promise<Flight> | null = null
  #flight: Flight | null = null
  #wrote = false
  #last: (() => Promise<void> | undefined) | null = null
  #ended = false

  constructor(parts: TransactionParts, isAlone: boolean) {
    this.#parts = parts
    this.#isAlone = isAlone
  }

  async run(text: string, parameters: readonly unknown[], options: QueryOptions) {
    if (options.reads !== true) this.#wrote = true
    if (this.#flight) return this.#flight.connection.send(text, parameters, options.prepare)
    if (options.reads && !this.#reserved) return this.#parts.reads.send(text, parameters, options.prepare)
    const { begun, connection } = await this.#begin()
    const [, result] = await Promise.all([begun, connection.send(text, parameters, options.prepare)])
    return result
  }

  async hand(text: string, parameters: readonly unknown[]): Promise<void> {
    this.#wrote = true
    const flight = this.#flight ?? (await this.#begin())
    flight.connection.send(text, parameters).catch((error: unknown) => flight.fail(error))
  }

  get changes(): Iterable<TableChange> {
    return this.#changes
  }

  note(changes: readonly TableChange[]): void {
    for (const change of changes) this.#changes.add(change)
  }

  /** Locks `name`. The lock and the first query of `next` share a round trip with BEGIN. */
  async lock<T>(name: string, next: (holding: Holding) => Promise<T>, { isPatient = false }: Waiting = {}): Promise<T> {
    const { locks } = this.#parts
    const isFirst = this.#held.length === 0 && !this.#reserved
    // A transaction that already has a name or connection waits in the database only, which detects deadlocks.
    if (isFirst || locks.size(name) === 0) this.#held.push({ name, release: await locks.acquire(name) })
    if (isFirst && (await this.#board(name))) return next((this.#flight as Flight).holding)
    const flight = this.#flight ?? (await this.#begin())
    const ask = () => flight.connection.send('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
    const locked = isPatient ? withoutLimit(flight.connection, ask) : ask()
    const holding = isFirst ? flight.holding : { version: null, newestId: 0n }
    const [, , result] = await Promise.all([flight.begun, locked, next(holding)])
    return result
  }

  /** Takes over the flight of the transaction that held the lock before; returns whether there is one. */
  async #board(name: string): Promise<boolean> {
    const flight = this.#parts.waiting.get(name)
    if (!flight) return false
    this.#parts.waiting.delete(name)
    if (flight.failure !== undefined || flight.passengers.length >= FLIGHT_MAX || this.#isAlone) {
      await this.#land(flight)
      return false
    }
    this.#reserved = Promise.resolve(flight)
    this.#flight = flight
    return true
  }

  #begin(): Promise<Flight> {
    this.#reserved ??= this.#reserve()
    return this.#reserved
  }

  async #reserve(): Promise<Flight> {
    this.#parts.demandLease()
    const connection = await this.#parts.connections.take()
    const begun = connection.send('BEGIN', [], false)
    begun.catch(() => undefined) // thrown where it is awaited
    this.#flight = new Flight(connection, begun)
    return this.#flight
  }

  /** Commits. Resolves when the commit is durable and the hooks have run. */
  async commit<T>(session: StoreSession, result: T, hooks: CommitHooks<T>): Promise<void> {
    const { locks, flush } = this.#parts
    // Separate names: a transaction may hold the lock of the same name, or another one wait for it.
    const names = [...new Set(hooks.orderedBy?.(result) ?? [])].sort().map((name) => `commit.${name}`)
    const lane = names.length === 0 ? this.#laneOf(hooks.sharesCommit?.(result) ?? false) : null
    if (lane !== null) return this.#share(lane, session, result, hooks)
    // Entered with a connection, after all locks, and in the same order by everyone: no two commits wait for each
    // other.
    if (names.length > 0) await this.#begin()
    for (const name of names) this.#held.push({ name, release: await locks.acquire(name) })
    // Without a connection, the last statements are the first that write.
    if (!this.#flight) await hooks.last?.(session, result)
    else this.#last = () => hooks.last?.(session, result)
    const shared = flush.busy || this.#held.some(({ name }) => locks.size(name) > 1)
    const flight = this.#flight
    if (flight) {
      this.#ended = true
      await this.#sendCommit(flight, shared, this.#last ?? undefined)
      flight.committed()
    }
    hooks.committed?.(result)
    this.release()
    await deliver(flight, shared ? flush : null, () => hooks.durable?.(result))
  }

  /** Returns the only lock that it holds, if another transaction waits for it and may share the commit. */
  #laneOf(sharesCommit: boolean): string | null {
    const [held, ...others] = this.#held
    if (!sharesCommit || this.#isAlone || !held || others.length > 0 || !this.#flight) return null
    return this.#parts.locks.size(held.name) > 1 ? held.name : null
  }

  /** Leaves the commit to the transaction that has the lock next. */
  async #share<T>(lane: string, session: StoreSession, result: T, hooks: CommitHooks<T>): Promise<void> {
    const flight = this.#flight as Flight
    await hooks.last?.(session, result)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    flight.passengers.push({
      committed: () => hooks.committed?.(result),
      durable: () => hooks.durable?.(result),
      settle: (error) => (error === undefined ? resolve() : reject(error)),
    })
    flight.note(this.#changes)
    this.#ended = true
    this.#parts.waiting.set(lane, flight)
    this.#flight = null
    this.release()
    await promise
  }

  /** Commits a flight that nobody takes over. */
  async #land(flight: Flight): Promise<void> {
    const flush = this.#parts.flush.busy ? this.#parts.flush : null
    try {
      await this.#sendCommit(flight, flush !== null)
    } catch (error) {
      return flight.undo(flight.failure ?? error)
    } finally {
      this.#parts.connections.release(flight.connection)
    }
    flight.committed()
    // A failure concerns the passengers only.
    await deliver(flight, flush, () => undefined).catch(() => undefined)
  }

  /** Commits a flight, and counts its changes, whether the commit succeeds or not. */
  async #sendCommit(flight: Flight, shared: boolean, last?: () => Promise<void> | undefined): Promise<void> {
    try {
      this.#demandLease(flight)
      await sendCommit(flight, shared, last)
    } finally {
      this.#parts.changes.note(flight.changes)
      this.#parts.changes.note(this.#changes)
    }
  }

  /** The process may have been paused since it began. A transaction that may not commit ends with its connection. */
  #demandLease({ connection }: Flight): void {
    try {
      this.#parts.demandLease()
    } catch (error) {
      connection.lose(error)
      throw error
    }
  }

  /**
   * Undoes what it wrote, and with it the transactions that share its flight. Those remain if it wrote nothing.
   * @returns the error of the transaction: others may be the cause of it, and then it is repeated
   */
  async rollBack(error: unknown): Promise<unknown> {
    if (this.#reserved) await this.#reserved
    const flight = this.#flight
    if (!flight) return error
    const isShared = flight.passengers.length > 0
    if (!this.#ended) {
      this.#ended = true
      if (isShared && !this.#wrote && flight.failure === undefined) {
        this.#flight = null
        await this.#leave(flight)
        return error
      }
      // A transaction that cannot be ended ends with its connection.
      await flight.connection.send('ROLLBACK', [], false).catch((cause) => flight.connection.lose(cause))
    }
    // Every statement after the one that failed says only that the transaction is aborted.
    const cause = flight.failure ?? error
    if (!isShared) return cause
    flight.undo(cause)
    const isOwn = flight.failure === undefined || cause instanceof ConnectionLostError
    return isOwn ? cause : new UndoneError('The shared commit failed', { cause })
  }

  /** Leaves a flight to the transaction that has the lock next, or commits it if there is none. */
  async #leave(flight: Flight): Promise<void> {
    const name = this.#held[0]?.name
    if (name !== undefined && this.#parts.locks.size(name) > 1) this.#parts.waiting.set(name, flight)
    else await this.#land(flight)
  }

  /** Releases the connection and the locked names. */
  release(): void {
    if (this.#flight) this.#parts.connections.release(this.#flight.connection)
    this.#flight = null
    for (const { release } of this.#held.splice(0)) release()
  }
}

/** Sends a statement of a transaction that waits for a lock without a limit, and later ones under the limit again. */
async function withoutLimit(connection: Connection, ask: () => Promise<QueryResult>): Promise<QueryResult> {
  const lifted = connection.send(LIFT_LIMIT, [], false)
  const asked = ask()
  const limited = connection.send(LIMIT_AGAIN, [], false)
  const [, result] = await Promise.all([lifted, asked, limited])
  return result
}

/** Sends the last statements and COMMIT in one flight. A failing statement makes COMMIT roll back, and rejects here. */
async function sendCommit({ connection, begun }: Flight, shared: boolean, last?: () => Promise<void> | undefined) {
  const asynchronous = shared ? connection.send('SET LOCAL synchronous_commit TO OFF', [], false) : undefined
  const lastSent = last?.()
  const commit = connection.send('COMMIT', [], false)
  const results = await Promise.allSettled([begun, asynchronous, lastSent, commit])
  for (const result of results) if (result.status === 'rejected') throw result.reason
  if ((await commit).command === 'ROLLBACK') throw new Error('A statement of the transaction failed')
}

/** Announces a commit and those that shared it, once they are durable. */
async function deliver(flight: Flight | null, flush: SharedFlush | null, own: () => void): Promise<void> {
  const announce = () => {
    flight?.durable()
    own()
  }
  if (flush === null) return announce()
  try {
    await flush.after(announce)
  } catch (error) {
    flight?.reject(error)
    throw error
  }
}
