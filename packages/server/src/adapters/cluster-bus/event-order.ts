import type { Event, Topic } from '../../kernel/event.ts'

/** Events of one version of a topic, as one unit of work emitted them. */
export interface VersionEvents {
  readonly topic: Topic
  readonly version: number
  readonly events: readonly Event[]
}

/** A version of a topic. */
export interface TopicVersion {
  readonly topic: Topic
  readonly version: number
}

/** Receives events in the order of their topic's versions, each version once. */
export interface OrderedEvents {
  /** The events are committed: views contain them from now on. */
  apply(events: readonly Event[]): void
  /** The events are durable too: sessions may be sent them. */
  publish(events: readonly Event[]): void
}

interface Waiting {
  readonly events: readonly Event[]
  /** Whether a crash of the database cannot take the commit back. */
  durable: boolean
  readonly since: number
}

/** Position of a topic. */
class Position {
  /** Newest version that views contain; null while nobody knows where the topic stands. */
  applied: number | null = null
  /** Newest version that was published. */
  published = 0
  /** Round of `forget` in which the topic was raised last. */
  round = 0
  /** Versions above `published`. */
  readonly waiting = new Map<number, Waiting>()
}

/** Versions of one topic that are named missing at once. */
const MISSING_MAX = 1_000

/**
 * Sorts the events of each topic by version, whichever way and in whichever order they come: from a commit of this
 * process, from another node, or out of the log. It has no I/O, and asks for what is missing.
 */
export class EventOrder {
  readonly #listener: OrderedEvents
  readonly #now: () => number
  readonly #positions = new Map<Topic, Position>()
  /** Topics of which events wait. */
  readonly #waiting = new Set<Topic>()
  /** Those without a position: each commit asks for them. */
  readonly #unknown = new Set<Topic>()
  #round = 1
  #held = 0

  constructor(listener: OrderedEvents, now: () => number = () => performance.now()) {
    this.#listener = listener
    this.#now = now
  }

  /** Number of versions that wait for an earlier one, or for their commit to be durable. */
  get held(): number {
    return this.#held
  }

  /** Number of topics whose position is known or asked for. */
  get size(): number {
    return this.#positions.size
  }

  /** Adds a version. One that was added before is only confirmed, if it is durable now. */
  add({ topic, version, events }: VersionEvents, durable: boolean): void {
    const position = this.#positionOf(topic)
    position.round = this.#round
    if (version <= position.published) return
    const known = position.waiting.get(version)
    if (known) {
      if (!durable || known.durable) return
      known.durable = true
    } else {
      position.waiting.set(version, { events, durable, since: this.#now() })
      this.#held += 1
      this.#waiting.add(topic)
      if (position.applied === null) this.#unknown.add(topic)
    }
    this.#advance(topic, position)
  }

  /** Notes that the commit of a version is durable. Returns whether the version waited for it. */
  confirm(topic: Topic, version: number): boolean {
    const position = this.#positions.get(topic)
    const known = position?.waiting.get(version)
    if (!position || !known) return false
    known.durable = true
    this.#advance(topic, position)
    return true
  }

  /** Says that everything up to a version was published, or concerns nobody here. For a topic without a position. */
  begin(topic: Topic, version: number): void {
    const position = this.#positionOf(topic)
    if (position.applied !== null) return
    this.#unknown.delete(topic)
    position.applied = version
    position.published = version
    for (const old of [...position.waiting.keys()].filter((waiting) => waiting <= version)) this.#drop(position, old)
    this.#advance(topic, position)
  }

  /** Returns the newest version that views contain; null for a topic without a position. */
  applied(topic: Topic): number | null {
    return this.#positions.get(topic)?.applied ?? null
  }

  /** Returns the newest versions that views contain and that were published; null for a topic without a position. */
  standing(topic: Topic): { readonly applied: number; readonly published: number } | null {
    const { applied = null, published = 0 } = this.#positions.get(topic) ?? {}
    return applied === null ? null : { applied, published }
  }

  /** Returns the events of a topic that were applied and not published yet, in their order. */
  unpublished(topic: Topic): Event[] {
    const position = this.#positions.get(topic)
    const events: Event[] = []
    if (position?.applied == null) return events
    for (let version = position.published + 1; version <= position.applied; version += 1)
      events.push(...(position.waiting.get(version)?.events ?? []))
    return events
  }

  /** Whether the events of a topic wait because nobody knows where it stands. */
  get hasUnknown(): boolean {
    return this.#unknown.size > 0
  }

  /** Returns topics whose events wait because nobody knows where the topic stands. */
  unknown(): Topic[] {
    return [...this.#unknown]
  }

  /** Returns whether a version that the log contains was neither published, nor waits for earlier ones to come. */
  lacks({ topic, version }: TopicVersion): boolean {
    const position = this.#positions.get(topic)
    if (!position || position.applied === null) return true
    return version > position.published && position.waiting.get(version)?.durable !== true
  }

  /** Returns the versions up to one that the log contains and that `lacks` is true of. */
  lacking(topic: Topic, upTo: number): TopicVersion[] {
    const lacking: TopicVersion[] = []
    for (let version = (this.standing(topic)?.published ?? upTo) + 1; version <= upTo; version += 1) {
      if (this.lacks({ topic, version })) lacking.push({ topic, version })
    }
    return lacking
  }

  /** Returns versions that others have waited for, for at least this many milliseconds. */
  missing(ms: number): TopicVersion[] {
    const before = this.#now() - ms
    const missing: TopicVersion[] = []
    for (const topic of this.#waiting) {
      const { applied, waiting } = this.#positionOf(topic)
      if (applied === null || waiting.has(applied + 1)) continue
      let first = Number.POSITIVE_INFINITY
      let isLate = false
      for (const [version, { since }] of waiting) {
        if (version <= applied) continue
        first = Math.min(first, version)
        isLate ||= since <= before
      }
      if (!isLate) continue
      const end = Math.min(first, applied + 1 + MISSING_MAX)
      for (let version = applied + 1; version < end; version += 1) missing.push({ topic, version })
    }
    return missing
  }

  /** Goes on after a version that cannot be had any more. */
  skip({ topic, version }: TopicVersion): void {
    const position = this.#positionOf(topic)
    if (position.applied === null || position.applied >= version || position.waiting.has(version)) return
    position.waiting.set(version, { events: [], durable: true, since: this.#now() })
    this.#held += 1
    this.#advance(topic, position)
  }

  /** Forgets versions above one that does not exist. */
  discardAbove(topic: Topic, version: number): void {
    const position = this.#positions.get(topic)
    if (!position) return
    for (const later of [...position.waiting.keys()]) if (later > version) this.#drop(position, later)
    this.#settle(topic, position)
  }

  /** Takes back what is not durable: the database has lost commits in a crash. */
  reset(): void {
    for (const [topic, position] of this.#positions) {
      for (const [version, { durable }] of [...position.waiting]) if (!durable) this.#drop(position, version)
      if (position.applied !== null) position.applied = position.published
      this.#advance(topic, position)
    }
  }

  /** Begins another round. Topics without an event in it may be forgotten at its end. */
  nextRound(): void {
    this.#round += 1
  }

  /**
   * Forgets positions of topics without an event in this round and the one before it, if there are more than `max`.
   * Everything that was published on them must be known to the caller, who says where they stand when they come again.
   */
  forget(max: number): void {
    if (this.#positions.size <= max) return
    for (const [topic, { round, waiting }] of this.#positions) {
      if (waiting.size === 0 && round < this.#round - 1) this.#positions.delete(topic)
    }
  }

  #positionOf(topic: Topic): Position {
    let position = this.#positions.get(topic)
    if (!position) {
      position = new Position()
      this.#positions.set(topic, position)
    }
    return position
  }

  #advance(topic: Topic, position: Position): void {
    if (position.applied === null) return
    const { waiting } = position
    for (let next = waiting.get(position.applied + 1); next; next = waiting.get(position.applied + 1)) {
      position.applied += 1
      this.#listener.apply(next.events)
    }
    for (;;) {
      const version = position.published + 1
      const next = waiting.get(version)
      if (!next?.durable || version > position.applied) break
      position.published = version
      this.#drop(position, version)
      this.#listener.publish(next.events)
    }
    this.#settle(topic, position)
  }

  #drop(position: Position, version: number): void {
    if (position.waiting.delete(version)) this.#held -= 1
  }

  #settle(topic: Topic, { waiting }: Position): void {
    if (waiting.size > 0) return
    this.#waiting.delete(topic)
    this.#unknown.delete(topic)
  }
}
