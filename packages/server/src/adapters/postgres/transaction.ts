import type { ReservedSql, Sql } from 'postgres'
import type { KeyedQueue } from '../../kernel/queues.ts'
import type { CommitHooks, StoreSession } from '../../kernel/store/store.ts'
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
}

export type QueryResult = readonly unknown[] & { count?: number | null; command?: string }

export interface TransactionParts {
  sql: Sql
  /** Queues of this process, one per name: cheaper than waiting in the database. */
  locks: KeyedQueue<string>
  flush: SharedFlush
}

/**
 * Hands a query to its connection before returning. Queries that are handed over one after the other share a round
 * trip, and the server runs them in that order.
 */
export function send(
  sql: Sql | ReservedSql,
  text: string,
  parameters: readonly unknown[] = [],
  prepare = true,
): Promise<QueryResult> {
  return sql.unsafe(text, parameters as never[], { prepare }).execute() as unknown as Promise<QueryResult>
}

/**
 * One transaction. It takes a connection at its first lock or write. Reads before that see committed data either way,
 * and a transaction that waits for a lock of this process keeps no connection from others.
 */
export class Transaction implements Queries {
  readonly #parts: TransactionParts
  readonly #held: { name: string; release: () => void }[] = []
  #reserved: Promise<ReservedSql> | null = null
  #connection: ReservedSql | null = null
  #begun: Promise<unknown> = Promise.resolve()
  #last: (() => Promise<void> | undefined) | null = null
  #ended = false
  #failure: unknown

  constructor(parts: TransactionParts) {
    this.#parts = parts
  }

  async run(text: string, parameters: readonly unknown[], options: QueryOptions) {
    if (this.#connection) return send(this.#connection, text, parameters, options.prepare)
    if (options.reads && !this.#reserved) return send(this.#parts.sql, text, parameters, options.prepare)
    const connection = await this.#begin()
    const [, result] = await Promise.all([this.#begun, send(connection, text, parameters, options.prepare)])
    return result
  }

  async hand(text: string, parameters: readonly unknown[]): Promise<void> {
    const connection = this.#connection ?? (await this.#begin())
    send(connection, text, parameters).catch((error: unknown) => {
      this.#failure ??= error
    })
  }

  /** Returns the error of the first handed-over statement that failed; undefined without one. */
  get failure(): unknown {
    return this.#failure
  }

  /** Locks `name`. The lock and the first query of `next` share a round trip with BEGIN. */
  async lock<T>(name: string, next: () => Promise<T>): Promise<T> {
    const { locks } = this.#parts
    // A transaction that already has a name or connection waits in the database only, which detects deadlocks.
    if ((this.#held.length === 0 && !this.#reserved) || locks.size(name) === 0)
      this.#held.push({ name, release: await locks.acquire(name) })
    const connection = this.#connection ?? (await this.#begin())
    const locked = send(connection, 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [name])
    const [, , result] = await Promise.all([this.#begun, locked, next()])
    return result
  }

  #begin(): Promise<ReservedSql> {
    this.#reserved ??= this.#parts.sql.reserve().then((connection) => {
      this.#connection = connection
      this.#begun = send(connection, 'BEGIN', [], false)
      this.#begun.catch(() => undefined) // thrown where it is awaited
      return connection
    })
    return this.#reserved
  }

  /** Commits. Resolves when the commit is durable and the hooks have run. */
  async commit<T>(session: StoreSession, result: T, hooks: CommitHooks<T>): Promise<void> {
    const { locks, flush } = this.#parts
    // Names of their own: a transaction may hold the lock of the same name, or another one wait for it.
    const names = [...new Set(hooks.orderedBy?.(result) ?? [])].sort().map((name) => `commit.${name}`)
    // Entered with a connection, after all locks, and in the same order by everyone: no two commits wait for each
    // other.
    if (names.length > 0) await this.#begin()
    for (const name of names) this.#held.push({ name, release: await locks.acquire(name) })
    // Without a connection, the last statements are the first that write.
    if (!this.#connection) await hooks.last?.(session, result)
    else this.#last = () => hooks.last?.(session, result)
    const shared = flush.busy || this.#held.some(({ name }) => locks.size(name) > 1)
    if (this.#connection) await this.#sendCommit(this.#connection, shared)
    hooks.committed?.(result)
    this.release()
    if (shared) await flush.after(() => hooks.durable?.(result))
    else hooks.durable?.(result)
  }

  /**
   * Sends the last statements and COMMIT in one flight. A failing statement makes COMMIT roll back, and rejects here.
   */
  async #sendCommit(connection: ReservedSql, shared: boolean): Promise<void> {
    const asynchronous = shared ? send(connection, 'SET LOCAL synchronous_commit TO OFF', [], false) : undefined
    const last = this.#last?.()
    const commit = send(connection, 'COMMIT', [], false)
    this.#ended = true
    const results = await Promise.allSettled([this.#begun, asynchronous, last, commit])
    for (const result of results) if (result.status === 'rejected') throw result.reason
    if ((await commit).command === 'ROLLBACK') throw new Error('A statement of the transaction failed')
  }

  async rollBack(): Promise<void> {
    if (this.#reserved) await this.#reserved
    if (!this.#connection || this.#ended) return
    this.#ended = true
    await send(this.#connection, 'ROLLBACK', [], false)
  }

  /** Releases the connection and the locked names. */
  release(): void {
    this.#connection?.release()
    this.#connection = null
    for (const { release } of this.#held.splice(0)) release()
  }
}
