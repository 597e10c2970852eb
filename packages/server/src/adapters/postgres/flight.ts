import type { Holding } from '../../kernel/store/store.ts'
import type { TableChange } from '../../kernel/store/table-changes.ts'
import { type Connection, ConnectionLostError } from './connection.ts'

/** Transactions that are committed together. Beyond it the next one waits for the commit. */
export const FLIGHT_MAX = 64

/** A transaction that has ended, and waits for the commit of its flight. */
export interface Passenger {
  committed(): void
  durable(): void
  /** Called once the commit is durable, or with the reason why there is none. */
  settle(error?: unknown): void
}

/**
 * One transaction of PostgreSQL. Transactions of the store that wait for the same lock pass its connection on, and
 * share its commit.
 */
export class Flight {
  readonly connection: Connection
  /** BEGIN, which nobody waits for by itself. */
  readonly begun: Promise<unknown>
  readonly passengers: Passenger[] = []
  readonly holding: Holding = { version: null, newestId: 0n }
  readonly #changes = new Set<TableChange>()
  #failure: unknown

  constructor(connection: Connection, begun: Promise<unknown>) {
    this.connection = connection
    this.begun = begun
  }

  /** Changes of tables by its passengers. */
  get changes(): Iterable<TableChange> {
    return this.#changes
  }

  /** Notes changes of a passenger. */
  note(changes: Iterable<TableChange>): void {
    for (const change of changes) this.#changes.add(change)
  }

  /** Error of the first handed-over statement that failed; undefined without one. */
  get failure(): unknown {
    return this.#failure
  }

  fail(error: unknown): void {
    this.#failure ??= error
  }

  /** Tells all passengers of the commit. */
  committed(): void {
    for (const { committed } of this.passengers) committed()
  }

  /** Tells all passengers that the commit is durable, and ends their wait. */
  durable(): void {
    for (const { durable, settle } of this.passengers.splice(0)) {
      durable()
      settle()
    }
  }

  /** Ends the wait of all passengers by an error. */
  reject(error: unknown): void {
    for (const { settle } of this.passengers.splice(0)) settle(error)
  }

  /**
   * Ends the wait of all passengers, whose transactions are repeated. They are not after a lost connection: the
   * database may have committed them.
   */
  undo(cause: unknown): void {
    this.reject(cause instanceof ConnectionLostError ? cause : new UndoneError('The shared commit failed', { cause }))
  }
}

/** A transaction was undone because of another one that it shared a commit with. It can be repeated. */
export class UndoneError extends Error {
  override name = 'UndoneError'
}
