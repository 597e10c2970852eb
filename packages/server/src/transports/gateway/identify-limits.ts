import { IDENTIFIES_PER_DAY_MAX, IDENTIFY_PER_MS, type Snowflake } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import type { IdentifyCounts } from '../../kernel/platform.ts'

const DAY_MS = 86_400_000
/** Bots counted before expired windows are removed; the number doubles while all windows are open. */
const SWEEP_SIZE_MIN = 1_000

interface Window {
  count: number
  readonly endsAt: number
}

/** Counts the Identifies of bots: 1,000 in 24 hours, and one per shard key in 5 seconds. [GW-14] */
export class IdentifyLimits implements IdentifyCounts {
  readonly #clock: Clock
  readonly #off: boolean
  readonly #windows = new Map<Snowflake, Window>()
  #sweepSize = SWEEP_SIZE_MIN
  /** Time of the last Identify by bot and shard key. */
  readonly #lastIdentifies = new Map<string, number>()

  constructor(clock: Clock, mode: 'documented' | 'off') {
    this.#clock = clock
    this.#off = mode === 'off'
  }

  /** Bots whose window is kept in memory. */
  get size(): number {
    return this.#windows.size
  }

  /** Returns how many Identifies a bot has left in its window, and when the window ends. */
  identifiesLeft(userId: Snowflake): { total: number; remaining: number; resetAfterMs: number } {
    const total = IDENTIFIES_PER_DAY_MAX
    const now = this.#clock.now()
    const window = this.#windows.get(userId)
    if (!window || window.endsAt <= now) return { total, remaining: total, resetAfterMs: 0 }
    return { total, remaining: Math.max(total - window.count, 0), resetAfterMs: window.endsAt - now }
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
    this.#count(userId, now)
    return true
  }

  #count(userId: Snowflake, now: number): void {
    const window = this.#windows.get(userId)
    if (window && window.endsAt > now) {
      window.count += 1
      return
    }
    this.#windows.set(userId, { count: 1, endsAt: now + DAY_MS })
    if (this.#windows.size > this.#sweepSize) this.#sweep(now)
  }

  /** Removes windows that have ended. The next sweep waits until the map has doubled, so sweeps stay cheap. */
  #sweep(now: number): void {
    for (const [userId, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(userId)
    this.#sweepSize = Math.max(SWEEP_SIZE_MIN, this.#windows.size * 2)
  }
}
