import type { Lease } from '../../kernel/lease.ts'
import { lockOf } from './lease-rows.ts'

/**
 * Limits of sessions under a lease. A process that is paused within a transaction blocks others by its locks: the
 * database ends the transaction before the lease ends. A wait for a lock ends before the caller gives up.
 */
const LIMITS_MS = { idle_in_transaction_session_timeout: 5_000, lock_timeout: 8_000, tcp_user_timeout: 10_000 }

/**
 * Returns the first statement of each connection of a lease. They share a lock, by which the successor of a lost
 * process finds and ends them: bytes that a network delayed write nothing.
 */
export function greetingUnder({ node }: Lease): string {
  const limits = Object.entries(LIMITS_MS).map(([name, ms]) => `set_config('${name}', '${ms}', false)`)
  const shared = `pg_advisory_lock_shared(hashtextextended('${lockOf(node)}', 0))`
  return `SELECT pg_backend_pid() AS pid, ${shared}, ${limits.join(', ')}`
}
