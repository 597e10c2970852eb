import { ApiError } from '@guildhall/protocol'
import type { Metrics } from '../kernel/metrics.ts'
import type { Store } from '../kernel/store/store.ts'

/** Codes of errors of PostgreSQL (SQLSTATE) and of SQLite. */
const DATABASE_CODE = /^(?:[0-9A-Z]{5}|(?:ERR_)?SQLITE.*)$/

/** Returns a store whose transactions are measured, and whose failures are counted. */
export function measured(store: Store, metrics: Metrics): Store {
  const count = (error: unknown) => {
    if (isOfDatabase(error)) metrics.storeErrors += 1
  }
  return {
    ...store,
    read(use) {
      const reading = store.read(use)
      // Not awaited: that would add turns of the microtask queue to each request that reads.
      reading.catch(count)
      return reading
    },
    async transaction(use, hooks) {
      const begunAt = performance.now()
      try {
        return await store.transaction(use, hooks)
      } catch (error) {
        count(error)
        throw error
      } finally {
        metrics.transactions.observe(performance.now() - begunAt)
      }
    },
  }
}

/** Returns whether an error is the refusal of a caller because the database does not respond. */
export function isDatabaseAway(error: unknown): boolean {
  return error instanceof ApiError && error.errorName === 'OVERLOADED' && error.cause !== undefined
}

/** Returns whether the database itself failed, or does not respond. Refusals of callers are thrown through it, too. */
function isOfDatabase(error: unknown): boolean {
  if (error instanceof ApiError) return isDatabaseAway(error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && DATABASE_CODE.test(code)
}
