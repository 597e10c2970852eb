import { IDENTIFIES_PER_DAY_MAX, IDENTIFY_PER_MS, type Snowflake } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'

const STARTS_WINDOW_MS = 86_400_000

/** How often a bot may start sessions: 1,000 in 24 hours, and so many shards in 5 seconds. [GW-14] */
export class SessionStarts {
  readonly #clock: Clock
  readonly #off: boolean
  readonly #days = new Map<Snowflake, { count: number; resetAt: number }>()
  readonly #recent = new Map<string, number>()

  constructor(clock: Clock, mode: 'documented' | 'off') {
    this.#clock = clock
    this.#off = mode === 'off'
  }

  identifiesLeft(userId: Snowflake): { total: number; remaining: number; resetAfterMs: number } {
    const day = this.#days.get(userId)
    const now = this.#clock.now()
    if (!day || day.resetAt <= now)
      return { total: IDENTIFIES_PER_DAY_MAX, remaining: IDENTIFIES_PER_DAY_MAX, resetAfterMs: 0 }
    return {
      total: IDENTIFIES_PER_DAY_MAX,
      remaining: Math.max(IDENTIFIES_PER_DAY_MAX - day.count, 0),
      resetAfterMs: day.resetAt - now,
    }
  }

  /** Counts a start; false when it comes too soon or is one too many. */
  take(userId: Snowflake, shardId: number, concurrency: number): boolean {
    if (this.#off) return true
    const now = this.#clock.now()
    const key = `${userId} ${shardId % concurrency}`
    const last = this.#recent.get(key)
    if (last !== undefined && now - last < IDENTIFY_PER_MS) return false
    if (this.identifiesLeft(userId).remaining === 0) return false
    for (const [known, at] of this.#recent) if (now - at >= IDENTIFY_PER_MS) this.#recent.delete(known)
    this.#recent.set(key, now)
    const day = this.#days.get(userId)
    if (!day || day.resetAt <= now) this.#days.set(userId, { count: 1, resetAt: now + STARTS_WINDOW_MS })
    else day.count += 1
    return true
  }
}
