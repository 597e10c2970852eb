import assert from 'node:assert/strict'
import { ApiError, type Changes, type Instant, type Snowflake } from '@guildhall/protocol'
import type { AttachmentSigner } from './attachment-urls.ts'
import type { Bus } from './bus.ts'
import type { Clock } from './clock.ts'
import type { ConsequencePoint } from './consequence.ts'
import { type Consequences, followPoint } from './consequences.ts'
import { type Event, type EventType, guildTopic, type Topic } from './event.ts'
import type { GuildView } from './guild-view.ts'
import type { GuildViews } from './guild-views.ts'
import { holding, holdingAll } from './holding.ts'
import type { Hosting } from './hosting.ts'
import type { IdSource } from './ids.ts'
import type { Job } from './job.ts'
import { pack } from './json.ts'
import type { LateParts } from './late-parts.ts'
import { type Lease, nodeOf, refusalOfLease } from './lease.ts'
import type { LinkPreviews } from './link-previews.ts'
import { afterFailure, type OutsideTask, OutsideTasks, TasksFirst } from './outside-tasks.ts'
import type { Players } from './players.ts'
import { KeyedQueue } from './queues.ts'
import { numberEvents, standingOf } from './raise-topics.ts'
import type { StampedCache } from './stamped-cache.ts'
import { db, type Prepared, type Statement, type StoreValue } from './store/statement.ts'
import type { Store, StoreSession, Waiting } from './store/store.ts'
import type { Traces } from './traces.ts'
import { type Accessed, type Actor, newOutcome, type Outcome, type Work } from './work.ts'

/** Runs units of work. */
export interface Units {
  /**
   * Runs a transaction. Its events are published after the commit.
   *
   * @param holds names that no other unit of work holds meanwhile, sorted
   * @throws OVERLOADED (503) if too many units of work wait for one of them
   */
  write<T>(actor: Actor, run: (work: Work) => Promise<T>, holds?: readonly string[]): Promise<T>
  /** Runs without a transaction; writing throws. */
  read<T>(actor: Actor, run: (work: Work) => Promise<T>): Promise<T>
}

/** Actor of units of work that no user caused. */
export const SYSTEM_ACTOR: Actor = { userId: null, reason: null }

export interface UnitParts {
  store: Store
  /** Null on the embedded store. */
  lease: Lease | null
  ids: IdSource
  clock: Clock
  changes: Changes
  views: GuildViews
  bus: Bus
  lateParts: LateParts
  hosting: Hosting
  consequences: Consequences
  /** Receives emitted events; null without traces. */
  traces: Traces | null
  /** Values made of rows that units of work read again and again. */
  rendered: StampedCache
  /** Stores what an event says for nodes that start later. Called in its transaction, where there are several. */
  storeEvent?: (session: StoreSession, event: Event) => Promise<void> | undefined
  /** Called with the due time of a stored job. */
  jobStored: (dueAt: Instant) => void
  /** Whether the world has ended, whose rows are replaced. */
  isOver: () => boolean
}

/** Conditions under which a unit of work runs. */
interface Conditions {
  readonly outside: OutsideTasks
  /** Names that no transaction of another node holds meanwhile. */
  readonly names: readonly string[]
}

/** Returns the units of work of a platform. */
export function unitsOfWork(parts: UnitParts): Units {
  // Transactions of SQLite are serial anyway.
  const held = parts.store.dialect === 'sqlite' ? null : new KeyedQueue<string>()
  const isShared = nodeOf(parts.lease) !== null
  return {
    write(actor, run, holds = []) {
      const outside = new OutsideTasks()
      const attempt = () => write(actor, run, { outside, names: isShared ? holds : [] })
      const once = () => (held === null || holds.length === 0 ? attempt() : holding(held, holds, attempt))
      return once().catch((error: unknown) => afterFailure(error, once, outside))
    },
    read(actor, run) {
      // An asynchronous function would add turns of the microtask queue to each request that reads.
      const refusal = refusalOf(parts)
      if (refusal !== null) return Promise.reject(refusal)
      return parts.store.read((session) => run(new UnitOfWork(parts, session, actor, null, NO_TASKS)))
    },
  }

  async function write<T>(actor: Actor, run: (work: Work) => Promise<T>, { outside, names }: Conditions): Promise<T> {
    demandWorld(parts)
    let applied: readonly Event[] = []
    // The store repeats a transaction after a deadlock.
    const attempts: Outcome[] = []
    try {
      const { outcome, result } = await parts.store.transaction(
        async (session) => {
          const outcome = newOutcome()
          attempts.push(outcome)
          outside.begin()
          const work = new UnitOfWork(parts, session, actor, outcome, outside)
          const result = await holdingAll(parts.store, session, names, () => run(work))
          if (outside.areWanted) throw new TasksFirst()
          // Before the last statements, which COMMIT follows at once.
          if (isShared) for (const event of outcome.events) await parts.storeEvent?.(session, event)
          return { outcome, result }
        },
        {
          last: (session, { outcome }) => numberEvents(session, outcome, parts.bus.shared),
          undone: () => markHeldStale(parts.views, attempts.at(-1)),
          sharesCommit: ({ outcome }) => outcome.events.length > 0 && outcome.events.every(leavesDecisions),
          orderedBy: ({ outcome }) => outcome.events.map(({ topic }) => topic).filter(isUnlocked),
          committed({ outcome }) {
            applied = outcome.events
            parts.bus.committed(outcome.events)
          },
          durable: ({ outcome }) => parts.bus.publish(outcome.events),
        },
      )
      if (outcome.earliestJob !== null) parts.jobStored(outcome.earliestJob)
      for (const task of outcome.after) task()
      await undo(attempts.slice(0, -1))
      return result
    } catch (error) {
      // The views show a commit that did not become durable.
      for (const { topic } of applied) if (!isUnlocked(topic)) parts.views.markStale(guildOf(topic))
      await undo(attempts)
      throw error
    }
  }
}

const NO_TASKS = new OutsideTasks()

/** @throws OVERLOADED for a task that is left of a world that has ended, and while the lease may have ended */
function demandWorld(parts: UnitParts): void {
  const refusal = refusalOf(parts)
  if (refusal !== null) throw refusal
}

function refusalOf({ isOver, lease }: UnitParts): ApiError | null {
  return isOver() ? new ApiError('OVERLOADED') : refusalOfLease(lease)
}

/**
 * Runs what follows a rollback. The caller hears of the first failure; a task leaves behind what its next try needs.
 */
async function undo(attempts: readonly Outcome[]): Promise<void> {
  await Promise.allSettled(attempts.flatMap(({ rolledBack }) => rolledBack.map((task) => task())))
}

/** Marks views that may have been read from rows of a commit that failed. */
function markHeldStale(views: GuildViews, attempt: Outcome | undefined): void {
  for (const topic of attempt?.holdings.keys() ?? []) views.markStale(guildOf(topic))
}

const leavesDecisions = ({ type, payload, topic }: Event) =>
  !isUnlocked(topic) && (type.leavesDecisions?.(payload) ?? false)

/** Writers of a guild hold its lock; topics of users and applications have none. */
const isUnlocked = (topic: Topic) => !topic.startsWith('guild.')
const guildOf = (topic: Topic) => BigInt(topic.slice('guild.'.length))

class UnitOfWork implements Work {
  readonly changes: Changes
  readonly actor: Actor
  accessed: Accessed | null = null
  readonly #parts: UnitParts
  readonly #session: StoreSession
  readonly #outcome: Outcome | null
  readonly #outside: OutsideTasks
  #held: Set<Snowflake> | null = null
  #now: Instant | null = null

  constructor(parts: UnitParts, session: StoreSession, actor: Actor, outcome: Outcome | null, outside: OutsideTasks) {
    this.#parts = parts
    this.#session = session
    this.#outcome = outcome
    this.#outside = outside
    this.actor = actor
    this.changes = parts.changes
  }

  /** Time of the first question: many units of work that read never ask. */
  get now(): Instant {
    this.#now ??= this.#parts.clock.now()
    return this.#now
  }

  all<O>(statement: Statement<O>): Promise<O[]> {
    return this.#session.all(statement)
  }

  first<O>(statement: Statement<O>): Promise<O | undefined> {
    return this.#session.first(statement)
  }

  run(statement: Statement<unknown>): Promise<number> {
    return this.#session.run(statement)
  }

  allPrepared<P, O>(statement: Prepared<P, O>, values: P): Promise<O[]> {
    return this.#session.allPrepared(statement, values)
  }

  firstPrepared<P, O>(statement: Prepared<P, O>, values: P): Promise<O | undefined> {
    return this.#session.firstPrepared(statement, values)
  }

  sendPrepared<P>(statement: Prepared<P, unknown>, values: P): Promise<void> {
    return this.#session.sendPrepared(statement, values)
  }

  raw<O>(sql: string, values?: readonly StoreValue[]): Promise<O[]> {
    return this.#session.raw(sql, values)
  }

  sizes(): ReturnType<StoreSession['sizes']> {
    return this.#session.sizes()
  }

  tableChanges(): ReturnType<StoreSession['tableChanges']> {
    return this.#session.tableChanges()
  }

  get texts(): StoreSession['texts'] {
    return this.#session.texts
  }

  get secrets(): StoreSession['secrets'] {
    return this.#session.secrets
  }

  get writing(): boolean {
    return this.#outcome !== null
  }

  get isShared(): boolean {
    return this.#parts.bus.shared !== null
  }

  get players(): Players {
    return this.#parts.lateParts.players
  }

  get hosting(): Hosting {
    return this.#parts.hosting
  }

  get rendered(): StampedCache {
    return this.#parts.rendered
  }

  get attachmentUrls(): AttachmentSigner {
    return this.#parts.lateParts.attachmentUrls
  }

  get linkPreviews(): LinkPreviews {
    return this.#parts.lateParts.linkPreviews
  }

  nextId(): Snowflake {
    const id = this.#parts.ids.next(this.now)
    if (this.#outcome) this.#outcome.newestId = id
    return id
  }

  makeIdsAbove(id: Snowflake): void {
    this.#parts.ids.raiseAbove(id)
  }

  knownGuildOf(channelId: Snowflake): Snowflake | undefined {
    return this.#parts.views.guildOfChannel(channelId)
  }

  rememberChannel(channelId: Snowflake, guildId: Snowflake): void {
    this.#parts.views.rememberChannel(channelId, guildId)
  }

  async view(guildId: Snowflake): Promise<GuildView | null> {
    const { views } = this.#parts
    if (!this.#outcome) return views.get(this.#session, guildId)
    if (!this.#held?.has(guildId)) await this.holdGuild(guildId)
    return views.getForWriter(this.#session, guildId)
  }

  async holdGuild(guildId: Snowflake): Promise<void> {
    const { views, store } = this.#parts
    const { holdings } = this.#writing
    if (this.#held?.has(guildId)) return
    this.#held ??= new Set()
    this.#held.add(guildId)
    if (store.dialect === 'sqlite') return
    const topic = guildTopic(guildId)
    await store.lock(this.#session, topic, async (holding) => {
      holdings.set(topic, holding)
      if (holding.version !== null) return
      const { version, newestId } = await standingOf(this.#session, topic)
      holding.version = version
      holding.newestId = newestId
      // The clock of another node may be ahead, and ids of a channel grow in the order of the commits.
      this.#parts.ids.raiseAbove(holding.newestId)
      await views.catchUp(this.#session, guildId, version)
    })
  }

  emit<P>(type: EventType<P>, topic: Topic, payload: P, guildId: Snowflake | null = null): void {
    const event: Event = { type: type as EventType<unknown>, topic, payload, version: 0, guildId }
    // Without the lock, another unit of work may give its events the same version.
    if (!isUnlocked(topic) && !this.#held?.has(guildOf(topic)))
      throw new Error(`${type.key} is emitted without a hold of ${topic}`)
    this.#writing.events.push(event)
    this.#parts.traces?.emitted(event)
  }

  follow<P>(point: ConsequencePoint<P>, payload: P): Promise<void> {
    return followPoint(this.#parts.consequences, this, point, payload)
  }

  async schedule<P>(job: Job<P>, key: string, dueAt: Instant, payload: NoInfer<P>): Promise<void> {
    const outcome = this.#writing
    if (key !== '') await this.cancel(job, key)
    const row = { id: this.nextId(), kind: job.kind, key, due_at: dueAt, payload: pack(payload), attempts: 0 }
    await this.run(db.insertInto('jobs').values(row))
    if (outcome.earliestJob === null || dueAt < outcome.earliestJob) outcome.earliestJob = dueAt
  }

  async cancel(job: Job<never>, key: string): Promise<void> {
    await this.run(db.deleteFrom('jobs').where('kind', '=', job.kind).where('key', '=', key))
  }

  afterCommit(task: () => void): void {
    this.#writing.after.push(task)
  }

  onRollback(task: () => Promise<void>): void {
    this.#writing.rolledBack.push(task)
  }

  outside<T>(name: string, make: () => OutsideTask<T>): { readonly result: T } | undefined {
    assert(this.#outcome, 'only a unit of work that writes has tasks')
    return this.#outside.take(name, make)
  }

  async lock<T>(name: string, next: () => Promise<T>, waiting?: Waiting): Promise<T> {
    assert(this.#outcome, 'only a unit of work that writes may lock')
    return this.#parts.store.lock(this.#session, name, () => next(), waiting)
  }

  get #writing(): Outcome {
    if (!this.#outcome) throw new Error('A unit of work of `units.read` cannot write')
    return this.#outcome
  }
}
