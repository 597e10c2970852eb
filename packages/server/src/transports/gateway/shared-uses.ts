import type { Instant } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { UseLimit, Uses, UsesOfKey } from '../../kernel/uses.ts'
import { addUse, deleteEndedWindows, findUses } from './used-window-store.ts'

/** Pause between two removals of ended windows. */
const SWEPT_MS = 60_000
/** Keys of which is remembered that they are used up. */
const USED_UP_MAX = 10_000

/** Uses of several nodes, in rows. */
export class SharedUses implements Uses {
  readonly #units: Units
  readonly #clock: Clock
  /** Ends of windows that are used up: callers who try again and again do not reach the database. */
  readonly #usedUp = new Map<string, Instant>()
  #sweptAt = 0

  constructor({ units, clock }: { units: Units; clock: Clock }) {
    this.#units = units
    this.#clock = clock
  }

  async take(limits: readonly UseLimit[]): Promise<(UseLimit & UsesOfKey) | null> {
    const known = limits.find(({ key }) => (this.#usedUp.get(key) ?? 0) > this.#clock.now())
    if (known) return this.#refusal(known, this.#usedUp.get(known.key) ?? 0)
    const keys = limits.map(({ key }) => key)
    const holds = keys.slice(0, 1).map((key) => `uses of ${key}`)
    const refused = await this.#units.write(
      SYSTEM_ACTOR,
      async (work) => {
        const now = this.#clock.now()
        const uses = await findUses(work, keys, now)
        for (const limit of limits) {
          const { count = 0, endsAt = now } = uses.get(limit.key) ?? {}
          if (count >= limit.limit) return { limit, endsAt }
        }
        for (const limit of limits) await addUse(work, limit, now)
        if (now - this.#sweptAt >= SWEPT_MS) {
          this.#sweptAt = now
          await deleteEndedWindows(work, now)
        }
        return null
      },
      holds,
    )
    if (refused === null) return null
    this.#note(refused.limit.key, refused.endsAt)
    return this.#refusal(refused.limit, refused.endsAt)
  }

  async used(key: string): Promise<UsesOfKey> {
    const now = this.#clock.now()
    const uses = await this.#units.read(SYSTEM_ACTOR, (work) => findUses(work, [key], now))
    const { count = 0, endsAt = now } = uses.get(key) ?? {}
    return { count, endsInMs: endsAt - now }
  }

  #refusal(limit: UseLimit, endsAt: Instant): UseLimit & UsesOfKey {
    return { ...limit, count: limit.limit, endsInMs: endsAt - this.#clock.now() }
  }

  #note(key: string, endsAt: Instant): void {
    const [oldest] = this.#usedUp.keys()
    if (this.#usedUp.size >= USED_UP_MAX && oldest !== undefined) this.#usedUp.delete(oldest)
    this.#usedUp.delete(key)
    this.#usedUp.set(key, endsAt)
  }
}
