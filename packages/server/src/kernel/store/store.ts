import type { Snowflake } from '@guildhall/protocol'
import { UserError } from '../user-error.ts'
import type { Secrets } from './secrets.ts'
import type { Prepared, Statement, StoreValue } from './statement.ts'
import type { TableChange, TableChanges } from './table-changes.ts'
import type { TextIndex } from './text-index.ts'

/** Runs statements; what it sees is one connection's view. Valid only inside the function it was given to. */
export interface StoreSession {
  /** Returns all rows of a statement built with `db`. */
  all<O>(statement: Statement<O>): Promise<O[]>
  /** Returns the first row, or undefined. */
  first<O>(statement: Statement<O>): Promise<O | undefined>
  /** Runs a statement and returns the number of changed rows. */
  run(statement: Statement<unknown>): Promise<number>
  /** The same three for statements made by `prepare`. */
  allPrepared<P, O>(statement: Prepared<P, O>, values: P): Promise<O[]>
  firstPrepared<P, O>(statement: Prepared<P, O>, values: P): Promise<O | undefined>
  /**
   * Hands over a statement for its effect, and may resolve before it has run, so that it shares a round trip with
   * later ones. Statements run in order. One that fails makes the transaction reject with its error, at the latest at
   * the commit.
   */
  sendPrepared<P>(statement: Prepared<P, unknown>, values: P): Promise<void>
  /** Runs SQL text, for statements of one dialect. */
  raw<O>(sql: string, values?: readonly StoreValue[]): Promise<O[]>
  /** Returns the bytes of the database and of its largest parts, by a few reads that do not grow with the rows. */
  sizes(): Promise<StoreSizes>
  /** Returns the changes of tables by the statements of this transaction so far. */
  tableChanges(): Iterable<TableChange>
  /** Full-text index. */
  readonly texts: TextIndex
  /** Encrypts and decrypts columns that hold secrets. */
  readonly secrets: Secrets
}

/** Bytes of a database. The parts are estimates where the exact numbers would take a walk over all pages. */
export interface StoreSizes {
  readonly bytes: number
  readonly messages: number
  readonly search: number
}

/** Callbacks at the commit of a transaction. None runs after a rollback. */
export interface CommitHooks<T> {
  /** Runs the last statements. It starts all of them before it first awaits, so that they share a round trip. */
  last?(session: StoreSession, result: T): Promise<void>
  /** Returns names by which this process orders commits; for topics without a lock. `lock` has its own names. */
  orderedBy?(result: T): Iterable<string>
  /**
   * Returns whether a transaction that waits for the same lock may run before the commit, and share it. Its rows
   * contain this one's then, but `committed` has not run.
   */
  sharesCommit?(result: T): boolean
  /**
   * Runs before the transaction is repeated, because one that it shared the commit with has failed; and when the
   * connection was lost, so that nobody knows whether it was committed.
   */
  undone?(): void
  /**
   * Runs at the commit, before any other transaction of this process that holds the same name may go on, and must not
   * throw. The commit may not have reached the disk yet.
   */
  committed?(result: T): void
  /** Runs once the commit is durable, in commit order, and must not throw. Responses and events wait for it. */
  durable?(result: T): void
}

/** State of a name that transactions hold one after the other. */
export interface Holding {
  /** Value that an earlier transaction of the same commit noted; null for the first one. */
  version: number | null
  /** Highest id of the topic that is known; 0 before it was read. */
  newestId: Snowflake
}

/** Wait of a transaction for a name that another one holds. */
export interface Waiting {
  /**
   * Whether the transaction waits until the name is free, however long that takes, as a start does. Otherwise the wait
   * may end before a caller would give up.
   */
  readonly isPatient?: boolean
}

/**
 * Contract of a store. BIGINT columns are `bigint`, INTEGER and DOUBLE PRECISION ones `number`, booleans go in as 0
 * or 1, counts and other expressions come back as `number` when they are safe integers.
 */
export interface Store {
  readonly dialect: 'sqlite' | 'postgres'
  /** Changes of tables by this process, counted at their commit. */
  readonly changes: TableChanges
  /** Runs `use` with a session that reads committed rows. */
  read<T>(use: (session: StoreSession) => Promise<T>): Promise<T>
  /** Runs a transaction. It commits when `use` resolves and rolls back when it rejects. Resolves when it is durable. */
  transaction<T>(use: (session: StoreSession) => Promise<T>, hooks?: CommitHooks<T>): Promise<T>
  /**
   * Runs `next` while this transaction holds `name` against all others, on every node, until its commit. SQLite's
   * transactions are serial anyway. `next` begins with a statement before it awaits anything else: the statement shares
   * the lock's round trip. It needs none if `holding` has what it asks for.
   */
  lock<T>(session: StoreSession, name: string, next: (holding: Holding) => Promise<T>, waiting?: Waiting): Promise<T>
  /** Runs `use` for a session of `read` while no transaction that holds `name` commits. */
  readHeld<T>(session: StoreSession, name: string, use: (session: StoreSession) => Promise<T>): Promise<T>
  /** Overwrites what deleted rows left on the disk, as far as the store's own process can. */
  erase(): Promise<void>
  /** Copies of all rows; null for a store that makes none. */
  readonly images: StoreImages | null
  close(): Promise<void>
}

/** Copies of all rows of a store. */
export interface StoreImages {
  /** Returns the bytes that a copy would have. */
  size(): Promise<number>
  /** Returns a copy of what is committed. */
  take(): Promise<Uint8Array>
  /** Replaces all rows by those of a copy, once the transactions that were begun have ended. */
  put(image: Uint8Array): Promise<void>
}

/** The store was written by a newer program. */
export class StoreTooNewError extends UserError {
  override name = 'StoreTooNewError'
}

/** The database cannot be used at the start; the message is meant for the person at the terminal. */
export class DatabaseUnreachableError extends UserError {
  override readonly name = 'DatabaseUnreachableError'
}

/** Returns the error for the person at the terminal: which database it is, and what the innermost cause says. */
export function databaseUnreachable(url: string, error: unknown): DatabaseUnreachableError {
  let cause = error
  while (cause instanceof Error && cause.cause !== undefined) cause = cause.cause
  const { message, code } = cause as { message?: string; code?: string }
  const { host, pathname } = new URL(url)
  return new DatabaseUnreachableError(`The database ${host}${pathname} cannot be used: ${message || code}`, { cause })
}

/** Another process uses the database; the message is meant for the person at the terminal. */
export class DatabaseInUseError extends UserError {
  override readonly name = 'DatabaseInUseError'
}
