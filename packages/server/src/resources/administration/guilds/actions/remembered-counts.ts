import type { Platform } from '../../../../kernel/platform.ts'

/** Time of a count from which on it is remembered, in ms: shorter ones are made for each request. */
const COSTLY_MS = 50
/** Ratio of the time for which a count is remembered to the time that it took: counting takes 0.1% of a core. */
const KEPT_TIMES = 1_000

interface Remembered {
  readonly count: number
  /** Time of the platform's clock. */
  readonly at: number
  readonly keptMs: number
}

/** Times by which counts are measured and forgotten. */
interface Times {
  /** Time of the platform's clock. */
  now(): number
  /** Monotonic time in ms. */
  elapsed(): number
}

/**
 * Numbers of messages that took long to count. The cost of a count grows with the messages, and pages of operators ask
 * again and again.
 */
export class RememberedCounts {
  readonly #counts = new Map<bigint, Remembered>()
  readonly #times: Times

  constructor(times: Times) {
    this.#times = times
  }

  /** Returns the counts of all keys. Counts those that are not remembered, all at once. */
  async of(
    keys: readonly bigint[],
    count: (keys: readonly bigint[]) => Promise<ReadonlyMap<bigint, number>>,
  ): Promise<Map<bigint, number>> {
    this.#forget()
    const missing = keys.filter((key) => !this.#counts.has(key))
    const known = new Map(keys.map((key) => [key, this.#counts.get(key)?.count ?? 0]))
    if (missing.length === 0) return known
    const begunAt = this.#times.elapsed()
    const counted = await count(missing)
    const tookMs = this.#times.elapsed() - begunAt
    const remembered = { at: this.#times.now(), keptMs: tookMs * KEPT_TIMES }
    for (const key of missing) {
      known.set(key, counted.get(key) ?? 0)
      if (tookMs >= COSTLY_MS) this.#counts.set(key, { count: counted.get(key) ?? 0, ...remembered })
    }
    return known
  }

  /** Forgets counts whose time is over, also after the clock was set back. */
  #forget(): void {
    const now = this.#times.now()
    for (const [key, { at, keptMs }] of this.#counts) if (Math.abs(now - at) >= keptMs) this.#counts.delete(key)
  }
}

const ofPlatforms = new WeakMap<Platform, RememberedCounts>()

/** Returns the counts of messages by guild that a platform remembers. */
export function rememberedCounts(platform: Platform): RememberedCounts {
  const times = { now: () => platform.clock.now(), elapsed: () => performance.now() }
  const counts = ofPlatforms.get(platform) ?? new RememberedCounts(times)
  ofPlatforms.set(platform, counts)
  return counts
}
