import type { Instant, Snowflake } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import type { User } from '../../kernel/model.ts'

/** Time for which changes are remembered: sessions are kept for 180 s. [GW-13] */
const REMEMBERED_MS = 200_000
/** Most changes that a node remembers. */
const CHANGES_MAX = 50_000
/** The wall clocks of two nodes differ by less. */
const SKEW_MS = 2_000

/** Change of a user's presence, name or membership. */
interface Change {
  readonly at: Instant
  readonly userId: Snowflake
  readonly kind: 'changed' | 'joined' | 'left'
  /** Guilds that receive it, once they are known. */
  readonly guildIds: Set<Snowflake>
  /** Whether the user's presence is again what it was before. */
  isUndone: boolean
}

/** Users whose presence or name changed. */
export interface RecentChanges {
  readonly users: ReadonlySet<Snowflake>
  /** By guild. A member who only joined had no presence there before. */
  readonly byGuild: ReadonlyMap<Snowflake, ReadonlyMap<Snowflake, 'changed' | 'joined'>>
}

/**
 * Remembers whose presence changed in the last minutes. Presences are no part of the event log: a session that was
 * between two nodes is sent the present ones of these users. [docs/decisions/0056]
 */
export class RecentPresences {
  readonly #wallClock: Clock
  readonly #max: number
  /** In the order of time. */
  #changes: Change[] = []
  /** Newest change of each user who has one. */
  readonly #newest = new Map<Snowflake, Change>()
  /** Users with a new name or avatar. */
  readonly #renamed = new Map<Snowflake, User>()
  /** Users whose presence changed in this tick. */
  readonly #changing = new Set<Snowflake>()

  constructor(wallClock: Clock, max = CHANGES_MAX) {
    this.#wallClock = wallClock
    this.#max = max
  }

  /**
   * Notes that a user's presence changed.
   *
   * @param isUndone returns at the end of the tick whether the presence is what it was: another session of the user has
   *   replaced one with the same presence
   */
  changed(userId: Snowflake, isUndone: () => boolean): void {
    if (this.#changing.has(userId)) return
    this.#changing.add(userId)
    const change = this.#add(userId, 'changed', [])
    setImmediate(() => {
      this.#changing.delete(userId)
      change.isUndone = isUndone()
    })
  }

  /** Notes the guilds that receive the newest change of a user. */
  published(userId: Snowflake, guildIds: Iterable<Snowflake>): void {
    const change = this.#newest.get(userId)
    if (change) for (const guildId of guildIds) change.guildIds.add(guildId)
  }

  /** Notes what others see of a user who has changed. */
  userChanged(user: User): void {
    this.#add(user.id, 'changed', [])
    this.#renamed.set(user.id, user)
  }

  /** Notes that a user joined or left a guild. */
  membershipChanged(userId: Snowflake, guildId: Snowflake, kind: 'joined' | 'left'): void {
    this.#add(userId, kind, [guildId])
  }

  /** Returns a user whose name or avatar changed; null for none. */
  renamed(userId: Snowflake): User | null {
    return this.#renamed.get(userId) ?? null
  }

  /** Returns users whose presence or name changed since a moment by the wall clock of some node. */
  since(at: Instant): RecentChanges {
    const users = new Set<Snowflake>()
    const byGuild = new Map<Snowflake, Map<Snowflake, 'changed' | 'joined'>>()
    const first = this.#changes.findLastIndex((change) => change.at < at - SKEW_MS) + 1
    for (const { userId, kind, guildIds, isUndone } of this.#changes.slice(first)) {
      if (isUndone) continue
      if (kind === 'changed') users.add(userId)
      for (const guildId of guildIds) {
        const inGuild = byGuild.get(guildId) ?? new Map<Snowflake, 'changed' | 'joined'>()
        byGuild.set(guildId, inGuild)
        if (kind === 'left') inGuild.delete(userId)
        else if (kind === 'changed' || !inGuild.has(userId)) inGuild.set(userId, kind)
      }
    }
    return { users, byGuild }
  }

  #add(userId: Snowflake, kind: Change['kind'], guildIds: readonly Snowflake[]): Change {
    this.#forgetOld()
    const at = this.#wallClock.now()
    const change: Change = { at, userId, kind, guildIds: new Set(guildIds), isUndone: false }
    this.#changes.push(change)
    if (kind === 'changed') this.#newest.set(userId, change)
    return change
  }

  /** Forgets changes that are old, or too many: the older half at once, because each removal copies the others. */
  #forgetOld(): void {
    const [oldest] = this.#changes
    if (!oldest) return
    const until = this.#wallClock.now() - REMEMBERED_MS
    const isFull = this.#changes.length >= this.#max
    const middle = this.#changes[this.#changes.length >> 1] as Change
    if (!isFull && middle.at >= until) return
    const forgotten = this.#changes.splice(0, (this.#changes.length >> 1) + 1)
    for (const change of forgotten) {
      if (this.#newest.get(change.userId) !== change) continue
      this.#newest.delete(change.userId)
      this.#renamed.delete(change.userId)
    }
  }
}
