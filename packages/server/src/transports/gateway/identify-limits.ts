import { IDENTIFIES_PER_DAY_MAX, IDENTIFY_PER_MS, type Snowflake } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import type { IdentifyCounts } from '../../kernel/platform.ts'
import { Windows } from '../../kernel/windows.ts'

const DAY_MS = 86_400_000

/** Counts the Identifies of bots: 1,000 in 24 hours, and one per shard key in 5 seconds. [GW-14] */
export class IdentifyLimits implements IdentifyCounts {
  readonly #clock: Clock
  readonly #off: boolean
  readonly #days: Windows<Snowflake>
  /** Time of the last Identify by bot and shard key. */
  readonly #lastIdentifies = new Map<string, number>()

  constructor(clock: Clock, mode: 'documented' | 'off') {
    this.#clock = clock
    this.#off = mode === 'off'
    this.#days = new Windows(clock, DAY_MS)
  }

  /** Bots whose window is kept in memory. */
  get size(): number {
    return this.#days.size
  }

  /** Returns how many Identifies a bot has left in its window, and when the window ends. */
  identifiesLeft(userId: Snowflake): { total: number; remaining: number; resetAfterMs: number } {
    const total = IDENTIFIES_PER_DAY_MAX
    const { count, endsInMs } = this.#days.used(userId)
    return { total, remaining: Math.max(total - count, 0), resetAfterMs: endsInMs }
  }

  /** Returns which limit refused an Identify just now. */
  explain(userId: Snowflake, shardId: number, concurrency: number): string {
    const last = this.#lastIdentifies.get(`${userId} ${shardId % concurrency}`) ?? 0
    const waitMs = last + IDENTIFY_PER_MS - this.#clock.now()
    const { total, remaining, resetAfterMs } = this.identifiesLeft(userId)
    if (remaining === 0)
      return `user ${userId} used up ${total} Identifies of 24 hours; the window ends in ${resetAfterMs} ms`
    const key = `shard key ${shardId % concurrency} of ${concurrency}`
    return `user ${userId} identified on ${key} less than ${IDENTIFY_PER_MS} ms ago; the next one is accepted in ${waitMs} ms`
  }

  /** Counts an Identify. Returns false, and counts nothing, when a limit is reached. */
  take(userId: Snowflake, shardId: number, concurrency: number): boolean {
    if (this.#off) return true
    const now = this.#clock.now()
    const key = `${userId} ${shardId % concurrency}`
    const last = this.#lastIdentifies.get(key)
    if (last !== undefined && now - last < IDENTIFY_PER_MS) return false
    if (this.identifiesLeft(userId).remaining === 0) return false
    for (const [known, at] of this.#lastIdentifies) {
      if (now - at >= IDENTIFY_PER_MS) this.#lastIdentifies.delete(known)
    }
    this.#lastIdentifies.set(key, now)
    this.#days.add(userId)
    return true
  }
}
