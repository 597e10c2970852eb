import type { Secrets } from './secrets.ts'
import type { Prepared, Statement, StoreValue } from './statement.ts'
import type { TextIndex } from './text-index.ts'

/** Runs statements; what it sees is one connection's view. Valid only inside the function it was given to. */
export interface StoreSession {
  /** All rows of a statement written with `db`. */
  all<O>(statement: Statement<O>): Promise<O[]>
  /** The first row, or undefined. */
  first<O>(statement: Statement<O>): Promise<O | undefined>
  /** Runs a statement for its effect; answers how many rows it changed. */
  run(statement: Statement<unknown>): Promise<number>
  /** The same for statements made by `prepare`. */
  allPrepared<P, O>(statement: Prepared<P, O>, values: P): Promise<O[]>
  firstPrepared<P, O>(statement: Prepared<P, O>, values: P): Promise<O | undefined>
  /**
   * Hands over a statement for its effect, and may resolve before it has run, so that it shares a round trip with later
   * ones. Statements run in order. One that fails makes the transaction reject with its error, at the latest at the commit.
   */
  sendPrepared<P>(statement: Prepared<P, unknown>, values: P): Promise<void>
  /** Raw SQL, for what only one dialect can say. */
  raw<O>(sql: string, values?: readonly StoreValue[]): Promise<O[]>
  /** What is found by its words. */
  readonly texts: TextIndex
  /** Encrypts and decrypts columns that hold secrets. */
  readonly secrets: Secrets
}

/** What happens at the commit of a transaction. None of it runs for a transaction that rolled back. */
export interface CommitHooks<T> {
  /** Runs the transaction's last statements, and begins all of them before it first awaits: they share a round trip. */
  last?(session: StoreSession, result: T): Promise<void>
  /** Names by which this process orders commits, as `lock` does for its name; for topics that nobody locks. */
  orderedBy?(result: T): Iterable<string>
  /**
   * Runs at the commit, before any other transaction of this process that holds the same name may go on, and must not
   * throw. The commit may not have reached the disk yet.
   */
  committed?(result: T): void
  /** Runs once the commit is durable, in commit order, and must not throw. What leaves the process waits for it. */
  durable?(result: T): void
}

/**
 * The store seam. BIGINT columns are `bigint`, INTEGER and DOUBLE PRECISION ones `number`, booleans go in as 0 or 1,
 * counts and other expressions come back as `number` when they are safe integers.
 */
export interface Store {
  readonly dialect: 'sqlite' | 'postgres'
  /** Sees only what is committed. */
  read<T>(use: (session: StoreSession) => Promise<T>): Promise<T>
  /** One transaction: all that `use` writes is committed when it resolves, none of it when it rejects. Resolves when durable. */
  transaction<T>(use: (session: StoreSession) => Promise<T>, hooks?: CommitHooks<T>): Promise<T>
  /**
   * Runs `next` while this transaction holds `name` against all others, on every node, until its commit. SQLite's
   * transactions are serial anyway. `next` begins with a statement before it awaits anything else: the statement shares
   * the lock's round trip.
   */
  lock<T>(session: StoreSession, name: string, next: () => Promise<T>): Promise<T>
  /** Runs `use` for a session of `read` while no transaction that holds `name` commits. */
  readHeld<T>(session: StoreSession, name: string, use: (session: StoreSession) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** The store was written by a newer program. */
export class StoreTooNewError extends Error {
  override name = 'StoreTooNewError'
}
