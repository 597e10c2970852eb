import type { Changes, Instant, Snowflake } from '@guildhall/protocol'
import type { AttachmentSigner } from './attachment-urls.ts'
import type { ConsequencePoint } from './consequence.ts'
import type { Event, EventType, Topic } from './event.ts'
import type { GuildView } from './guild-view.ts'
import type { Hosting } from './hosting.ts'
import type { Job } from './job.ts'
import type { LinkPreviews } from './link-previews.ts'
import type { Channel, Member } from './model.ts'
import type { OutsideTask } from './outside-tasks.ts'
import type { Players } from './players.ts'
import type { StampedCache } from './stamped-cache.ts'
import type { Holding, StoreSession, Waiting } from './store/store.ts'

/** User on whose behalf a unit of work runs, for the audit log. */
export interface Actor {
  readonly userId: Snowflake | null
  /** `X-Audit-Log-Reason`, decoded. */
  readonly reason: string | null
}

/** A member whose permissions were computed, in a channel or in the guild. */
export interface Accessed {
  readonly view: GuildView
  readonly member: Member
  readonly channel: Channel | null
  /** Permissions that the member has and may not use, because the guild asks for a second factor. */
  readonly withheld: bigint
}

/**
 * A unit of work: one transaction with the events, jobs and tasks of its commit. A rollback discards all of them. A
 * unit of work of `units.read` has no transaction, and its writing methods throw.
 */
export interface Work extends StoreSession {
  readonly now: Instant
  readonly changes: Changes
  readonly actor: Actor
  readonly writing: boolean
  /** Whether other nodes change the same rows: what one process has in memory is stored then. */
  readonly isShared: boolean
  readonly players: Players
  /** Options of the process about hosting a platform for others. */
  readonly hosting: Hosting
  /** Values made of committed rows. Only units of work of `units.read` use it. */
  readonly rendered: StampedCache
  /** The last place where access was computed, so that the tape can explain a refusal. */
  accessed: Accessed | null
  /** Signs addresses of attachments in what is stored to be sent, such as webhook events. */
  readonly attachmentUrls: AttachmentSigner
  readonly linkPreviews: LinkPreviews
  nextId(): Snowflake
  /** Makes all further ids of this node higher than one that may come from another node, whose clock may be ahead. */
  makeIdsAbove(id: Snowflake): void
  /**
   * Holds a guild until the end of the unit of work: no other one writes to it meanwhile. A unit of work that emits on
   * the topic of a guild holds it before it reads what the events describe. `view` does so too.
   */
  holdGuild(guildId: Snowflake): Promise<void>
  /** Returns the guild of a channel that was looked up before; undefined for another. */
  knownGuildOf(channelId: Snowflake): Snowflake | undefined
  /** Remembers the guild of a stored channel for later units of work. */
  rememberChannel(channelId: Snowflake, guildId: Snowflake): void
  /** Returns the view of a guild; null for an unknown guild. If this work writes, it locks the guild. */
  view(guildId: Snowflake): Promise<GuildView | null>
  /** Publishes an event at the commit. `guildId` of an event of a user topic selects the shard that receives it. */
  emit<P>(type: EventType<P>, topic: Topic, payload: P, guildId?: Snowflake | null): void
  /** Runs what other resources do at a point, in this unit of work and in the order of platform/consequences.ts. */
  follow<P>(point: ConsequencePoint<P>, payload: P): Promise<void>
  /** Stores a job for a time of the clock. It replaces the job of the same kind and non-empty key. */
  schedule<P>(job: Job<P>, key: string, dueAt: Instant, payload: NoInfer<P>): Promise<void>
  /** Deletes a stored job. */
  cancel(job: Job<never>, key: string): Promise<void>
  /** Runs a task after the commit, outside the transaction, such as closing a socket. */
  afterCommit(task: () => void): void
  /** Runs after a rollback, before the caller hears of it; for what a transaction cannot take back, as a file. */
  onRollback(task: () => Promise<void>): void
  /**
   * Returns the result of a task that takes longer than a transaction may. It is undefined in the run that names the
   * task first: this unit of work is then rolled back at its end, the task is run, and the unit of work is repeated.
   */
  outside<T>(name: string, make: () => OutsideTask<T>): { readonly result: T } | undefined
  /**
   * Holds `name` against all other units of work until this one ends, and runs `next`, which begins with a statement.
   */
  lock<T>(name: string, next: () => Promise<T>, waiting?: Waiting): Promise<T>
}

/** Events, tasks and jobs of a unit of work, for its commit. */
export interface Outcome {
  events: Event[]
  /** Versions of the topics whose locks it holds. */
  holdings: Map<Topic, Holding>
  after: (() => void)[]
  rolledBack: (() => Promise<void>)[]
  earliestJob: Instant | null
  /** Highest id that it made; 0 for none. */
  newestId: Snowflake
}

/** Returns the outcome of a unit of work that has changed nothing. */
export function newOutcome(): Outcome {
  return { events: [], holdings: new Map(), after: [], rolledBack: [], earliestJob: null, newestId: 0n }
}
