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
  runPrepared<P>(statement: Prepared<P, unknown>, values: P): Promise<number>
  /** Raw SQL, for what only one dialect can say. */
  raw<O>(sql: string, values?: readonly StoreValue[]): Promise<O[]>
  /** What is found by its words. */
  readonly texts: TextIndex
  /** Encrypts and decrypts columns that hold secrets. */
  readonly secrets: Secrets
}

/**
 * The store seam. BIGINT columns are `bigint`, INTEGER and DOUBLE PRECISION ones `number`, booleans go in as 0 or 1,
 * counts and other expressions come back as `number` when they are safe integers.
 */
export interface Store {
  readonly dialect: 'sqlite' | 'postgres'
  /** Sees only what is committed. */
  read<T>(use: (session: StoreSession) => Promise<T>): Promise<T>
  /**
   * One transaction: all that `use` writes is committed when it resolves, none of it when it rejects.
   * `committed` runs at the commit, before any later transaction of this process may begin where the adapter can
   * hold that (SQLite: always), and must not throw.
   */
  transaction<T>(use: (session: StoreSession) => Promise<T>, committed?: (result: T) => void): Promise<T>
  /** Holds `name` for this transaction against all others, on every node. SQLite's transactions are serial anyway. */
  lock(session: StoreSession, name: string): Promise<void>
  close(): Promise<void>
}

/** The store was written by a newer program. */
export class StoreTooNewError extends Error {
  override name = 'StoreTooNewError'
}
