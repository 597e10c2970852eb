import { IDENTIFIES_PER_DAY_MAX, IDENTIFY_PER_MS, type Snowflake } from '@guildhall/protocol'
import type { IdentifyCounts } from '../../kernel/platform.ts'
import type { Uses } from '../../kernel/uses.ts'

const DAY_MS = 86_400_000

/** Counts the Identifies of bots: 1,000 in 24 hours, and one per shard key in 5 seconds. [GW-14] */
export class IdentifyLimits implements IdentifyCounts {
  readonly #uses: Uses
  readonly #off: boolean

  constructor(uses: Uses, mode: 'documented' | 'off') {
    this.#uses = uses
    this.#off = mode === 'off'
  }

  async identifiesLeft(userId: Snowflake): Promise<{ total: number; remaining: number; resetAfterMs: number }> {
    const total = IDENTIFIES_PER_DAY_MAX
    const { count, endsInMs } = await this.#uses.used(keyOf(userId))
    return { total, remaining: Math.max(total - count, 0), resetAfterMs: endsInMs }
  }

  /** Counts an Identify. When a limit is reached, counts nothing and returns which one it is. */
  async take(userId: Snowflake, shardId: number, concurrency: number): Promise<string | null> {
    if (this.#off) return null
    const shardKey = shardId % concurrency
    const ofDay = { key: keyOf(userId), limit: IDENTIFIES_PER_DAY_MAX, windowMs: DAY_MS }
    const ofKey = { key: `${keyOf(userId)} ${shardKey}`, limit: 1, windowMs: IDENTIFY_PER_MS }
    const refused = await this.#uses.take([ofDay, ofKey])
    if (refused === null) return null
    if (refused.key === ofDay.key)
      return `user ${userId} used up ${ofDay.limit} Identifies of 24 hours; the window ends in ${refused.endsInMs} ms`
    return `user ${userId} identified on shard key ${shardKey} of ${concurrency} less than ${IDENTIFY_PER_MS} ms ago; the next one is accepted in ${refused.endsInMs} ms`
  }
}

const keyOf = (userId: Snowflake) => `identify ${userId}`
