import assert from 'node:assert/strict'
import { ApiError, type Changes, type Instant, type Snowflake } from '@guildhall/protocol'
import type { AttachmentSigner } from './attachment-urls.ts'
import type { Clock } from './clock.ts'
import { type Bus, type Event, type EventType, guildTopic, type Topic } from './event.ts'
import type { GuildView } from './guild-view.ts'
import type { GuildViews } from './guild-views.ts'
import type { IdSource } from './ids.ts'
import { pack } from './json.ts'
import type { Players } from './players.ts'
import type { Services } from './services.ts'
import { db, prepare } from './store/statement.ts'
import type { Store, StoreSession } from './store/store.ts'
import type { Actor, Outcome, Work } from './work.ts'

const bumpTopic = prepare<{ topic: string }>()((slot) =>
  db
    .insertInto('topics')
    .values({ topic: slot('topic'), version: 1 })
    .onConflict((conflict) => conflict.column('topic').doUpdateSet((eb) => ({ version: eb('topics.version', '+', 1) })))
    .returning('version'),
)
const topicVersion = prepare<{ topic: string }>()((slot) =>
  db.selectFrom('topics').select('version').where('topic', '=', slot('topic')),
)

/** Returns the version of a topic: the number of units of work that emitted an event on it. */
export async function versionOf(session: StoreSession, topic: Topic): Promise<number> {
  return (await session.firstPrepared(topicVersion, { topic }))?.version ?? 0
}

/** Runs units of work. */
export interface Units {
  /** Runs a transaction. Its events are published after the commit. */
  write<T>(actor: Actor, run: (work: Work) => Promise<T>): Promise<T>
  /** Runs without a transaction; writing throws. */
  read<T>(actor: Actor, run: (work: Work) => Promise<T>): Promise<T>
}

/** Actor of units of work that no user caused. */
export const SYSTEM_ACTOR: Actor = { userId: null, reason: null }

export interface UnitParts {
  store: Store
  ids: IdSource
  clock: Clock
  changes: Changes
  views: GuildViews
  bus: Bus
  services: Services
  /** Called with the due time of a stored job. */
  jobStored: (dueAt: Instant) => void
  /** Whether the world has ended, whose rows are replaced. */
  isOver: () => boolean
}

/** Returns the units of work of a platform. */
export function unitsOfWork(parts: UnitParts): Units {
  return {
    async write(actor, run) {
      demandWorld(parts)
      let applied: readonly Event[] = []
      // The store repeats a transaction after a deadlock.
      const attempts: Outcome[] = []
      try {
        const { outcome, result } = await parts.store.transaction(
          async (session) => {
            const outcome: Outcome = { events: [], after: [], rolledBack: [], earliestJob: null }
            attempts.push(outcome)
            const result = await run(new UnitOfWork(parts, session, actor, outcome))
            return { outcome, result }
          },
          {
            last: (session, { outcome }) => number(session, outcome.events),
            orderedBy: ({ outcome }) => outcome.events.map(({ topic }) => topic).filter(isUnlocked),
            committed({ outcome }) {
              applied = outcome.events
              for (const event of outcome.events) parts.views.apply(event)
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
    },
    async read(actor, run) {
      demandWorld(parts)
      return parts.store.read((session) => run(new UnitOfWork(parts, session, actor, null)))
    },
  }
}

/** @throws OVERLOADED for a task that is left of a world that has ended */
function demandWorld({ isOver }: UnitParts): void {
  if (isOver()) throw new ApiError('OVERLOADED')
}

/**
 * Runs what follows a rollback. The caller hears of the first failure; a task leaves behind what its next try needs.
 */
async function undo(attempts: readonly Outcome[]): Promise<void> {
  await Promise.allSettled(attempts.flatMap(({ rolledBack }) => rolledBack.map((task) => task())))
}

/** Writers of a guild hold its lock; topics of users and applications have none. */
const isUnlocked = (topic: Topic) => !topic.startsWith('guild.')
const guildOf = (topic: Topic) => BigInt(topic.slice('guild.'.length))

/**
 * Gives each event its topic's next version. Topics are raised in the order of their names, so that two transactions
 * cannot wait for each other, and all at once, so that the statements share a round trip.
 */
async function number(session: StoreSession, events: Event[]): Promise<void> {
  if (events.length === 0) return
  const topics = [...new Set(events.map((event) => event.topic))].sort()
  const rows = await Promise.all(topics.map((topic) => session.firstPrepared(bumpTopic, { topic })))
  const versions = new Map(topics.map((topic, index) => [topic, rows[index]?.version ?? 0]))
  for (const event of events) event.version = versions.get(event.topic) ?? 0
}

class UnitOfWork implements Work {
  readonly now: Instant
  readonly changes: Changes
  readonly actor: Actor
  readonly #parts: UnitParts
  readonly #session: StoreSession
  readonly #outcome: Outcome | null
  readonly #held = new Set<Snowflake>()

  readonly all: StoreSession['all']
  readonly first: StoreSession['first']
  readonly run: StoreSession['run']
  readonly allPrepared: StoreSession['allPrepared']
  readonly firstPrepared: StoreSession['firstPrepared']
  readonly sendPrepared: StoreSession['sendPrepared']
  readonly raw: StoreSession['raw']
  readonly texts: StoreSession['texts']
  readonly secrets: StoreSession['secrets']

  constructor(parts: UnitParts, session: StoreSession, actor: Actor, outcome: Outcome | null) {
    this.#parts = parts
    this.#session = session
    this.#outcome = outcome
    this.actor = actor
    this.changes = parts.changes
    this.now = parts.clock.now()
    this.all = (statement) => session.all(statement)
    this.first = (statement) => session.first(statement)
    this.run = (statement) => session.run(statement)
    this.allPrepared = (statement, values) => session.allPrepared(statement, values)
    this.firstPrepared = (statement, values) => session.firstPrepared(statement, values)
    this.sendPrepared = (statement, values) => session.sendPrepared(statement, values)
    this.raw = (sql, values) => session.raw(sql, values)
    this.texts = session.texts
    this.secrets = session.secrets
  }

  get writing(): boolean {
    return this.#outcome !== null
  }

  get players(): Players {
    return this.#parts.services.players
  }

  get attachmentUrls(): AttachmentSigner {
    return this.#parts.services.attachmentUrls
  }

  nextId(): Snowflake {
    return this.#parts.ids.next(this.now)
  }

  async view(guildId: Snowflake): Promise<GuildView | null> {
    const { views, store } = this.#parts
    if (this.#outcome && !this.#held.has(guildId)) {
      this.#held.add(guildId)
      if (store.dialect !== 'sqlite') {
        const topic = guildTopic(guildId)
        const version = await store.lock(this.#session, topic, () => versionOf(this.#session, topic))
        // Another node may have committed events that this one has not received yet.
        const known = views.peek(guildId)
        if (known && known.version < version) views.markStale(guildId)
      }
    }
    return this.#outcome ? views.getForWriter(this.#session, guildId) : views.get(this.#session, guildId)
  }

  emit<P>(type: EventType<P>, topic: Topic, payload: P, guildId: Snowflake | null = null): void {
    this.#writing.events.push({ type: type as EventType<unknown>, topic, payload, version: 0, guildId })
  }

  async schedule(kind: string, key: string, dueAt: Instant, payload: unknown): Promise<void> {
    const outcome = this.#writing
    if (key !== '') await this.cancel(kind, key)
    const row = { id: this.nextId(), kind, key, due_at: dueAt, payload: pack(payload), attempts: 0 }
    await this.run(db.insertInto('jobs').values(row))
    if (outcome.earliestJob === null || dueAt < outcome.earliestJob) outcome.earliestJob = dueAt
  }

  async cancel(kind: string, key: string): Promise<void> {
    await this.run(db.deleteFrom('jobs').where('kind', '=', kind).where('key', '=', key))
  }

  afterCommit(task: () => void): void {
    this.#writing.after.push(task)
  }

  onRollback(task: () => Promise<void>): void {
    this.#writing.rolledBack.push(task)
  }

  async lock<T>(name: string, next: () => Promise<T>): Promise<T> {
    assert(this.#outcome, 'only a unit of work that writes may lock')
    return this.#parts.store.lock(this.#session, name, next)
  }

  get #writing(): Outcome {
    if (!this.#outcome) throw new Error('A unit of work of `units.read` cannot write')
    return this.#outcome
  }
}
