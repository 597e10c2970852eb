import { setTimeout as pause } from 'node:timers/promises'
import type { Bus } from '../../kernel/bus.ts'
import type { Event, Topic } from '../../kernel/event.ts'
import type { BusCounts, Raised, SharedTopics, TopicStanding, VersionRange } from '../../kernel/shared-topics.ts'
import type { Store, StoreSession } from '../../kernel/store/store.ts'
import type { StampedChange } from '../../kernel/store/table-changes.ts'
import { EventChannel } from './event-channel.ts'
import {
  appendEvents,
  appendTables,
  awaitDurable,
  type EventCodec,
  type LoggedEvents,
  readEvents,
  readSince,
  rotate,
  type Slots,
  type Sweep,
  standingsOf,
  sweep,
  versionsOf,
} from './event-log.ts'
import { EventOrder, type TopicVersion } from './event-order.ts'
import { Listeners } from './listeners.ts'
import { LogQuestions } from './log-questions.ts'
import { decodeMessage } from './messages.ts'
import type { OpenChannel, PeerChannel } from './node-channel.ts'
import { isNotice, Notices } from './notices.ts'
import { readMissed } from './read-missed.ts'
import { RETRIED_MS, repeat } from './repeat.ts'
import { SharedQuestion } from './shared-question.ts'
import { versionsIn } from './versions-in.ts'

/** Time that a version may be missing before the log is asked for it. */
const GAP_MS = 50
/** Pauses between two sweeps of the log. Without a channel, the log is the only way. */
const SWEPT_MS = 1_000
const SWEPT_ALONE_MS = 100
const ROTATED_MS = 20_000
/** Topics whose position is remembered although nothing happens on them. */
const POSITIONS_MAX = 100_000
/** Versions of other nodes that wait for an earlier one. Beyond it, messages are left to the sweep. */
const HELD_MAX = 20_000

export interface ClusterBusParts {
  readonly store: Store
  /** Life of this node. */
  readonly node: string
  readonly codec: EventCodec
  /** Null for nodes that tell each other of events by the log alone. */
  readonly open: OpenChannel<PeerChannel> | null
  warn(details: object, message: string): void
  /** Called when events of a message were published, or wait for earlier ones. */
  received(sentAt: number, events: number): void
}

/** Opens the bus of a node. Everything that is committed after it has opened reaches its listeners. */
export async function openClusterBus(parts: ClusterBusParts): Promise<ClusterBus> {
  const first = await parts.store.read((session) => sweep(session, parts.node, { since: null }))
  const bus = new ClusterBus(parts, first)
  await bus.begin()
  return bus
}

/**
 * The bus of one of several nodes. Listeners receive the events of each topic in the order of their commits, those of
 * other nodes too. Messages of other nodes come by a channel, which may lose them. The log of events, which is written
 * with each transaction, has what was lost.
 */
export class ClusterBus implements Bus, SharedTopics {
  readonly shared = this
  readonly notices = new Notices(() => this.#channel)
  readonly #counts = { received: 0, gaps: 0, repaired: 0 }
  readonly #parts: ClusterBusParts
  readonly #listeners = new Listeners((event, error) => this.#unreadable(event, error))
  readonly #order: EventOrder
  /** Texts of events of this node, by the first one, from the log to the message. */
  readonly #texts = new WeakMap<Event, string>()
  #channel: EventChannel | null = null
  /** Snapshot of the database whose events were all published. */
  #settled: string
  #startedAt: string
  /** Questions whose answers views contain. */
  readonly #questions: LogQuestions
  /** The question about what was committed until now, for which requests wait. */
  readonly #question = new SharedQuestion(() => this.#look())
  #gapTimer: NodeJS.Timeout | null = null
  #standing = false
  #closed = false
  readonly #end = new AbortController()
  readonly #running: Promise<void>[] = []

  constructor(parts: ClusterBusParts, first: Sweep) {
    this.#parts = parts
    this.#settled = first.snapshot
    this.#questions = new LogQuestions(parts.node, first)
    this.#startedAt = first.startedAt
    this.#order = new EventOrder({
      apply: (events) => this.#listeners.tellOfCommit(events),
      publish: (events) => this.#listeners.tell(events),
    })
  }

  /** Begins to listen to other nodes. */
  async begin(): Promise<void> {
    const channel = await this.#parts.open?.((bytes) => this.#receive(bytes))
    if (channel) this.#channel = new EventChannel(channel)
    const sweptMs = () => (this.#isConnected ? SWEPT_MS : SWEPT_ALONE_MS)
    const rotating = () => this.#parts.store.read(rotate)
    this.#running.push(repeat(() => this.#sweep(), sweptMs, this.#end.signal))
    this.#running.push(repeat(rotating, () => ROTATED_MS, this.#end.signal))
  }

  get counts(): BusCounts {
    return { ...this.#counts, sent: this.#channel?.sent ?? 0, connected: this.#isConnected }
  }

  get #isConnected(): boolean {
    return this.#channel?.connected ?? false
  }

  async append(session: StoreSession, raised: Raised, events: readonly Event[]): Promise<number> {
    const text = this.#parts.codec.pack(events)
    const [first] = events
    if (first) this.#texts.set(first, text)
    return appendEvents(session, raised, { node: this.#parts.node, events: text })
  }

  noteTables(session: StoreSession, tables: readonly StampedChange[]): Promise<void> {
    return appendTables(session, this.#parts.node, tables)
  }

  committed(events: readonly Event[]): void {
    for (const { topic, version, events: own } of versionsIn(events)) {
      this.#order.add({ topic, version, events: own }, false)
    }
    this.#attend()
  }

  publish(events: readonly Event[]): void {
    // A node that has just come, and was not heard of, reads them from the log.
    const isHeard = this.#isConnected && this.#channel?.hasPeers
    for (const { topic, version, events: own } of versionsIn(events)) {
      if (version === 0) this.#listeners.tell(own)
      else this.#order.confirm(topic, version)
      if (!isHeard) continue
      const text = (own[0] && this.#texts.get(own[0])) ?? this.#parts.codec.pack(own)
      this.#channel?.add({ topic, version, text })
    }
  }

  /** Sends the events that were published in this turn, for a message that must not come before them. */
  readonly sendEvents = (): void => this.#channel?.flush()

  publishHere(events: readonly Event[]): void {
    this.#listeners.tell(events)
  }

  listenToCommits(listener: (event: Event) => void): void {
    this.#listeners.addToCommits(listener)
  }

  listen(listener: (event: Event) => void): () => void {
    return this.#listeners.add(listener)
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.#end.abort()
    if (this.#gapTimer) clearTimeout(this.#gapTimer)
    await this.#channel?.close()
    await Promise.allSettled(this.#running)
    this.#listeners.clear()
  }

  // Questions of readers and writers

  async catchUp(session: StoreSession, topic: Topic, version: number): Promise<void> {
    await this.#begin(session, [topic])
    const after = this.#order.applied(topic) ?? version
    if (after >= version) return
    // Views contain what was committed before the last question.
    const found = await readSince(session, { topic, after, upTo: version }, this.#questions.slots)
    // Sessions are sent them once somebody says that they are durable.
    for (const logged of found) this.#add(logged, false)
    this.#attend()
  }

  readonly upToDate = (): Promise<void> => this.#question.answered()

  listenToDoubts(listener: (topic: Topic | null) => void): void {
    this.#listeners.addToDoubts(listener)
  }

  /** Applies what was committed until now, on whatever topic. */
  async #look(): Promise<void> {
    await this.#parts.store.read(async (session) => {
      const found = await this.#questions.ask(session)
      if (found === null) return
      if (found.isLate) this.#missed()
      if (found.startedAt !== this.#startedAt) this.#restarted(found.startedAt)
      const behind = found.versions.filter(({ topic, version }) => (this.#order.applied(topic) ?? -1) < version)
      if (behind.length > 0) await this.#readToViews(session, behind, found.slots)
      // Values that were made of rows are outdated once a request may expect it.
      this.#parts.store.changes.note(found.tables)
      this.#questions.note(found)
    })
  }

  async publishUpTo(versions: ReadonlyMap<Topic, number>): Promise<void> {
    await this.#parts.store.read(async (session) => {
      await this.#begin(session, [...versions.keys()])
      const lacking = [...versions].flatMap(([topic, upTo]) => this.#order.lacking(topic, upTo))
      if (lacking.length > 0) await this.#read(session, lacking)
    })
  }

  readonly standing = (topic: Topic): TopicStanding | null => this.#order.standing(topic)
  readonly unpublished = (topic: Topic): readonly Event[] => this.#order.unpublished(topic)

  read(ranges: readonly VersionRange[]): Promise<ReadonlyMap<Topic, readonly Event[]> | null> {
    return this.#parts.store.read((session) => readMissed(session, ranges, (logged) => this.#unpack(logged)))
  }

  /** Reads versions for views alone: sessions are sent them once somebody says that they are durable. */
  async #readToViews(session: StoreSession, versions: readonly TopicVersion[], slots: Slots): Promise<void> {
    // A topic without a position has had no event since the last sweep, or an earlier question would have given it one.
    for (const { topic, version } of versions) {
      if (this.#order.applied(topic) === null) this.#order.begin(topic, version - 1)
    }
    for await (const found of readEvents(session, versions, slots)) for (const logged of found) this.#add(logged, false)
    this.#attend()
  }

  // Events of other nodes

  #receive(bytes: Uint8Array): void {
    if (this.#closed) return
    if (isNotice(bytes) && this.notices.receive(bytes)) return
    const message = decodeMessage(bytes)
    if (message === null) return this.#parts.warn({ bytes: bytes.length }, 'a message of the bus was not understood')
    this.#counts.received += 1
    for (const logged of message.events) {
      // The log has brought it already: it need not be read twice.
      if (this.#order.confirm(logged.topic, logged.version)) continue
      if (logged.version > 0 && (!this.#order.lacks(logged) || this.#order.held >= HELD_MAX)) continue
      const events = this.#unpack(logged)
      // The log decides what a version contains: a message that nobody can read must not hide it.
      if (events === null) continue
      if (logged.version === 0) this.#listeners.tell(events)
      else this.#order.add({ topic: logged.topic, version: logged.version, events }, true)
    }
    if (message.logged.length > 0) void this.#fetch(message.logged)
    if (message.sentAt !== null) this.#parts.received(message.sentAt, message.events.length)
    this.#attend()
  }

  /** Reads versions that are too long for a message. After a failure the sweep finds them. */
  async #fetch(versions: readonly TopicVersion[]): Promise<void> {
    const lacking = versions.filter((version) => this.#order.lacks(version))
    await this.#parts.store.read((session) => this.#read(session, lacking)).catch(() => undefined)
    this.#attend()
  }

  /** Adds events of the log. Those that cannot be read are passed over, and what is known of the topic is doubted. */
  #add(logged: LoggedEvents, durable: boolean): void {
    const events = this.#unpack(logged)
    if (events === null) this.#listeners.doubt(logged.topic)
    this.#order.add({ topic: logged.topic, version: logged.version, events: events ?? [] }, durable)
  }

  #unpack(logged: LoggedEvents): Event[] | null {
    try {
      return this.#parts.codec.unpack(logged)
    } catch (err) {
      this.#unreadable(logged, err)
      return null
    }
  }

  #unreadable({ topic, version }: TopicVersion, err: unknown): void {
    this.#parts.warn({ err, topic, version }, 'events of another node cannot be read')
  }

  /** Asks for what keeps events waiting. */
  #attend(): void {
    if (this.#closed || this.#order.held === 0) return
    if (!this.#standing && this.#order.hasUnknown) void this.#stand()
    this.#gapTimer ??= setTimeout(() => {
      this.#gapTimer = null
      this.#fillGaps()
        .catch(() => pause(RETRIED_MS, undefined, { ref: false }))
        .finally(() => this.#attend())
    }, GAP_MS).unref()
  }

  /** Finds where topics stand of which the first event in a while has come. */
  async #stand(): Promise<void> {
    this.#standing = true
    try {
      await this.#parts.store.read((session) => this.#begin(session, this.#order.unknown()))
    } catch {
      await pause(RETRIED_MS, undefined, { ref: false })
    } finally {
      this.#standing = false
      this.#attend()
    }
  }

  /** Gives topics without a position one: everything before it was published when the log was swept last. */
  async #begin(session: StoreSession, topics: readonly Topic[]): Promise<void> {
    const unknown = topics.filter((topic) => this.#order.applied(topic) === null)
    if (unknown.length === 0) return
    for (const { topic, version, first } of await standingsOf(session, unknown, this.#settled)) {
      this.#order.begin(topic, first === null ? version : first - 1)
    }
  }

  /** Reads versions from the log that are missing for too long. */
  async #fillGaps(): Promise<void> {
    const missing = this.#order.missing(GAP_MS)
    if (missing.length === 0) return
    this.#counts.gaps += 1
    await this.#parts.store.read(async (session) => {
      await this.#read(session, missing)
      const gone = missing.filter((version) => this.#order.lacks(version))
      if (gone.length > 0) await this.#giveUp(session, gone)
    })
  }

  /** Publishes versions of the log, of which it reads those that views do not contain yet. */
  async #read(session: StoreSession, versions: readonly TopicVersion[]): Promise<void> {
    await awaitDurable(session)
    const unread = versions.filter(({ topic, version }) => !this.#order.confirm(topic, version))
    this.#counts.repaired += versions.length - unread.length
    for await (const found of readEvents(session, unread)) {
      for (const logged of found) this.#add(logged, true)
      this.#counts.repaired += found.length
    }
  }

  /** Goes on without versions that the log no longer has. Versions above the newest one are somebody's invention. */
  async #giveUp(session: StoreSession, gone: readonly TopicVersion[]): Promise<void> {
    const present = await versionsOf(session, [...new Set(gone.map(({ topic }) => topic))])
    const newest = new Map(present.map(({ topic, version }) => [topic, version]))
    for (const lost of gone) {
      const version = newest.get(lost.topic) ?? 0
      if (lost.version > version) this.#order.discardAbove(lost.topic, version)
      else {
        this.#parts.warn(lost, 'events of another node are lost')
        this.#listeners.doubt(lost.topic)
        this.#order.skip(lost)
      }
    }
  }

  /** Publishes what was committed since the last sweep, as far as nothing else has brought it. */
  async #sweep(): Promise<void> {
    this.#order.nextRound()
    await this.upToDate()
    await this.#parts.store.read(async (session) => {
      const found = await sweep(session, this.#parts.node, { since: this.#settled })
      if (found.startedAt !== this.#startedAt) this.#restarted(found.startedAt)
      // Most of it is on its way.
      if (found.versions.length > 0 && this.#isConnected) await pause(GAP_MS, undefined, { ref: false })
      for (const { topic, version } of found.versions) {
        if (this.#order.applied(topic) === null) this.#order.begin(topic, version - 1)
      }
      const lacking = found.versions.filter((version) => this.#order.lacks(version))
      if (lacking.length > 0) await this.#read(session, lacking)
      const gone = lacking.filter((version) => this.#order.lacks(version))
      if (gone.length > 0) await this.#giveUp(session, gone)
      this.#parts.store.changes.note(found.tables)
      this.#settled = found.snapshot
    })
    this.#order.forget(POSITIONS_MAX)
  }

  /** The log no longer has all of what this node has not seen. */
  #missed(): void {
    this.#parts.store.changes.noteAll()
    this.#listeners.doubt(null)
  }

  /** A crash of the database takes back commits that no response and no session knows of. */
  #restarted(startedAt: string): void {
    this.#startedAt = startedAt
    this.#order.reset()
    this.#missed()
  }
}
