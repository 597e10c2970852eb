import type { CommitHooks, Holding, StoreSession, Waiting } from '../../kernel/store/store.ts'
import { ConnectionLostError } from './connection.ts'
import { UndoneError } from './flight.ts'
import { type Queries, Transaction, type TransactionParts } from './transaction.ts'

const RETRIES_MAX = 5
/**
 * Serialisation failure, deadlock, and a unique value that another transaction has inserted since it was looked up: the
 * transaction changed nothing and may be repeated. It then finds the value, and refuses as documented.
 */
const RETRIED = new Set(['40001', '40P01', '23505'])

/**
 * Returns whether a prepared statement no longer fits its tables: a newer program has added a column. All connections
 * have such statements.
 */
function isOutdated(error: unknown): boolean {
  const { code, routine } = error as { code?: string; routine?: string }
  return code === '0A000' && routine === 'RevalidateCachedQuery'
}

function isRetried(error: unknown): boolean {
  return isOutdated(error) || RETRIED.has((error as { code?: string }).code ?? '')
}

type Use<T> = (session: StoreSession) => Promise<T>

/** Runs transactions, and repeats those that changed nothing without being at fault. */
export class Transactions {
  readonly #parts: TransactionParts
  readonly #sessionOf: (queries: Queries) => StoreSession
  readonly #bySession = new WeakMap<StoreSession, Transaction>()
  readonly #running = new Set<Promise<unknown>>()
  #closed = false

  constructor(parts: TransactionParts, sessionOf: (queries: Queries) => StoreSession) {
    this.#parts = parts
    this.#sessionOf = sessionOf
  }

  /** Runs a transaction. One that is alone shares its commit with no other. */
  async run<T>(use: Use<T>, hooks: CommitHooks<T>, { isAlone = false } = {}): Promise<T> {
    if (this.#closed) throw new Error('The store is closed')
    const transaction = this.#retrying(use, hooks, isAlone)
    this.#running.add(transaction)
    try {
      return await transaction
    } finally {
      this.#running.delete(transaction)
    }
  }

  async lock<T>(
    session: StoreSession,
    name: string,
    next: (holding: Holding) => Promise<T>,
    waiting: Waiting = {},
  ): Promise<T> {
    const transaction = this.#bySession.get(session)
    if (!transaction) throw new Error('Only a transaction may lock')
    return transaction.lock(name, next, waiting)
  }

  /** Refuses new transactions, and waits for those that run. */
  async close(): Promise<void> {
    this.#closed = true
    await Promise.allSettled(this.#running)
  }

  async #retrying<T>(use: Use<T>, hooks: CommitHooks<T>, given: boolean): Promise<T> {
    let isAlone = given
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#attempt(use, hooks, isAlone)
      } catch (error) {
        const isUndone = error instanceof UndoneError
        if (isUndone || error instanceof ConnectionLostError) hooks.undone?.()
        if (isOutdated(error)) this.#parts.connections.renew()
        if (tries >= RETRIES_MAX || !(isUndone || isRetried(error))) throw error
        // It may be the cause itself: then nobody else is to repeat it.
        isAlone ||= isUndone
      }
    }
  }

  async #attempt<T>(use: Use<T>, hooks: CommitHooks<T>, isAlone: boolean): Promise<T> {
    const transaction = new Transaction(this.#parts, isAlone)
    const session = this.#sessionOf(transaction)
    this.#bySession.set(session, transaction)
    try {
      const result = await use(session)
      await transaction.commit(session, result, hooks)
      return result
    } catch (error) {
      throw await transaction.rollBack(error)
    } finally {
      transaction.release()
    }
  }
}
