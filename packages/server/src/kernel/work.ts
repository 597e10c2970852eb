import type { Changes, Instant, Snowflake } from '@guildhall/protocol'
import type { Event, EventType, Topic } from './event.ts'
import type { GuildView } from './guild-view.ts'
import type { StoreSession } from './store/store.ts'

/** On whose behalf a unit of work is done; for the audit log. */
export interface Actor {
  readonly userId: Snowflake | null
  /** `X-Audit-Log-Reason`, decoded. */
  readonly reason: string | null
}

/**
 * A unit of work: one transaction, and all that shall happen when it commits. What does not commit never happened.
 * One of `units.read` has no transaction and refuses what would write.
 */
export interface Work extends StoreSession {
  readonly now: Instant
  readonly changes: Changes
  readonly actor: Actor
  readonly writing: boolean
  nextId(): Snowflake
  /** The view of a guild, held against other writers when this work writes; null when there is no such guild. */
  view(guildId: Snowflake): Promise<GuildView | null>
  /** Announces at commit. `guildId` of a user topic's event decides the shard that shows it. */
  emit<P>(type: EventType<P>, topic: Topic, payload: P, guildId?: Snowflake | null): void
  /** Puts a job into the store, due by the clock; one with the same kind and non-empty key is replaced. */
  schedule(kind: string, key: string, dueAt: Instant, payload: unknown): Promise<void>
  cancel(kind: string, key: string): Promise<void>
  /** Runs after the commit, outside of the transaction; for what is no row and no event (closing a socket). */
  afterCommit(task: () => void): void
  /** Runs after a rollback, before the caller hears of it; for what a transaction cannot take back, as a file. */
  onRollback(task: () => Promise<void>): void
  /** Holds `name` against all other units of work until this one ends, and runs `next`, which begins with a statement. */
  lock<T>(name: string, next: () => Promise<T>): Promise<T>
}

/** What a unit of work leaves behind for its commit. */
export interface Outcome {
  events: Event[]
  after: (() => void)[]
  rolledBack: (() => Promise<void>)[]
  earliestJob: Instant | null
}
