import type { Clock } from '../../kernel/clock.ts'

export const HEARTBEAT_INTERVAL_MS = 41_250
/** After this time the server asks for a heartbeat by itself. */
const ASK_AFTER_MS = HEARTBEAT_INTERVAL_MS * 1.25
/** Without a heartbeat for one and a half intervals the connection is dead. [GW-13] */
const DEAD_AFTER_MS = HEARTBEAT_INTERVAL_MS * 1.5

export interface Beating {
  askForHeartbeat(): void
  heartbeatMissed(): void
}

/**
 * Who has not been heard of for too long. All may be silent equally long, so that a map in the order of the last heartbeat
 * has the next one due at its head, and one timer serves all.
 */
export class Heartbeats {
  readonly #wallClock: Clock
  readonly #heard = new Map<Beating, number>()
  readonly #asked = new Map<Beating, number>()
  #timerAt = Number.POSITIVE_INFINITY

  constructor(wallClock: Clock) {
    this.#wallClock = wallClock
  }

  heard(client: Beating): void {
    this.forget(client)
    this.#heard.set(client, this.#wallClock.now())
    this.#arm()
  }

  forget(client: Beating): void {
    this.#heard.delete(client)
    this.#asked.delete(client)
  }

  #arm(): void {
    const asking = (head(this.#heard) ?? Number.POSITIVE_INFINITY) + ASK_AFTER_MS
    const dying = (head(this.#asked) ?? Number.POSITIVE_INFINITY) + DEAD_AFTER_MS
    const next = Math.min(asking, dying)
    if (next >= this.#timerAt || next === Number.POSITIVE_INFINITY) return
    this.#timerAt = next
    this.#wallClock.at(next, () => {
      this.#timerAt = Number.POSITIVE_INFINITY
      this.#sweep()
    })
  }

  #sweep(): void {
    const now = this.#wallClock.now()
    for (const [client, at] of this.#heard) {
      if (at + ASK_AFTER_MS > now) break
      this.#heard.delete(client)
      this.#asked.set(client, at)
      client.askForHeartbeat()
    }
    for (const [client, at] of this.#asked) {
      if (at + DEAD_AFTER_MS > now) break
      this.#asked.delete(client)
      client.heartbeatMissed()
    }
    this.#arm()
  }
}

function head(map: ReadonlyMap<Beating, number>): number | undefined {
  return map.values().next().value
}
