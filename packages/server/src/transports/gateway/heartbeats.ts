import type { Clock } from '../../kernel/clock.ts'

/** The `heartbeat_interval` of HELLO. */
export const HEARTBEAT_INTERVAL_MS = 41_250
/** Silence after which the server requests a heartbeat. */
const REQUEST_AFTER_MS = HEARTBEAT_INTERVAL_MS * 1.25
/** Silence after which the connection is closed. [GW-13] */
const CLOSE_AFTER_MS = HEARTBEAT_INTERVAL_MS * 1.5

/** A connection that has to send heartbeats. */
export interface HeartbeatSource {
  requestHeartbeat(): void
  heartbeatMissed(): void
}

/**
 * Watches the heartbeats of all connections. All have the same timeout, so the maps, in the order of the last
 * heartbeat, have the next due connection first, and one timer serves all.
 */
export class Heartbeats {
  readonly #wallClock: Clock
  /** Time of the last heartbeat of connections that were not asked for one since. */
  readonly #lastAt = new Map<HeartbeatSource, number>()
  /** The same of connections that were asked. */
  readonly #requestedAt = new Map<HeartbeatSource, number>()
  #timerAt = Number.POSITIVE_INFINITY

  constructor(wallClock: Clock) {
    this.#wallClock = wallClock
  }

  /** Notes a heartbeat, or the start of a connection. */
  received(source: HeartbeatSource): void {
    this.remove(source)
    this.#lastAt.set(source, this.#wallClock.now())
    this.#arm()
  }

  /** Stops watching a connection. */
  remove(source: HeartbeatSource): void {
    this.#lastAt.delete(source)
    this.#requestedAt.delete(source)
  }

  #arm(): void {
    const requestAt = (first(this.#lastAt) ?? Number.POSITIVE_INFINITY) + REQUEST_AFTER_MS
    const closeAt = (first(this.#requestedAt) ?? Number.POSITIVE_INFINITY) + CLOSE_AFTER_MS
    const next = Math.min(requestAt, closeAt)
    if (next >= this.#timerAt || next === Number.POSITIVE_INFINITY) return
    this.#timerAt = next
    this.#wallClock.at(next, () => {
      this.#timerAt = Number.POSITIVE_INFINITY
      this.#sweep()
    })
  }

  #sweep(): void {
    const now = this.#wallClock.now()
    for (const [source, at] of this.#lastAt) {
      if (at + REQUEST_AFTER_MS > now) break
      this.#lastAt.delete(source)
      this.#requestedAt.set(source, at)
      source.requestHeartbeat()
    }
    for (const [source, at] of this.#requestedAt) {
      if (at + CLOSE_AFTER_MS > now) break
      this.#requestedAt.delete(source)
      source.heartbeatMissed()
    }
    this.#arm()
  }
}

function first(map: ReadonlyMap<HeartbeatSource, number>): number | undefined {
  return map.values().next().value
}
