import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '@guildhall/protocol'
import type { GatewayParts } from './gateway-parts.ts'
import { keepSessions, type SessionHolders } from './kept-sessions.ts'
import type { Moving } from './moving.ts'

/**
 * Time in which a process that ends waits for a database that is away, and the pause between two attempts. A node ends
 * ten seconds after its drain time at the latest, and what closes before may notice a silent database only after five.
 */
const WAITED_MS = 5_000
const RETRIED_MS = 250

/** A gateway that ends. */
interface EndingGateway extends SessionHolders {
  readonly moves: Moving | null
  readonly parts: Pick<GatewayParts, 'units' | 'log' | 'wallClock'>
}

/**
 * Keeps the sessions of a process that ends in the store. A database that restarts is back within seconds. One that
 * stays away longer costs the sessions: the process ends all the same, and their clients identify again.
 *
 * @param since monotonic time at which the process began to end
 */
export async function keepAtEnd(gateway: EndingGateway, since: number): Promise<void> {
  const { sessions, parts } = gateway
  const late = new AbortController()
  const lateness = pause(since + WAITED_MS - performance.now(), undefined, { signal: late.signal })
  const silence = lateness.then(
    () => new Error('The database did not respond in time'),
    () => null,
  )
  while (sessions.size > 0) {
    const left = sessions.size
    // A database that is silent is noticed later than there is time.
    const outcome = await Promise.race([attempt(gateway), silence])
    if (outcome === null) break
    if (performance.now() + RETRIED_MS - since >= WAITED_MS) {
      parts.log.error({ err: outcome, sessions: left }, 'the sessions could not be kept')
      break
    }
    await pause(RETRIED_MS)
  }
  late.abort()
}

/** Tries to keep the sessions. Returns the error while the database is away, and null once they are kept. */
async function attempt(gateway: EndingGateway): Promise<Error | null> {
  try {
    await keep(gateway)
    return null
  } catch (error) {
    if (error instanceof ApiError && error.errorName === 'OVERLOADED') return error
    throw error
  }
}

async function keep(gateway: EndingGateway): Promise<void> {
  const { moves, sessions, parts } = gateway
  if (moves !== null) await moves.handOver(sessions.values(), () => undefined)
  else await keepSessions(parts.units, gateway, parts.wallClock.now())
}
