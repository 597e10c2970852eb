import type { Snowflake } from '@guildhall/protocol'
import type { Event, Topic } from './event.ts'
import type { NodeNotices } from './node-notices.ts'
import type { StoreSession } from './store/store.ts'
import type { StampedChange } from './store/table-changes.ts'

/** Counts of the ways by which nodes tell each other of events, for metrics. */
export interface BusCounts {
  /** Whether messages reach other nodes now. Without, events take the way through the database. */
  connected: boolean
  sent: number
  received: number
  /** Times at which a version was missing for too long. */
  gaps: number
  /** Versions that came out of the log, because no message brought them in time. */
  repaired: number
}

/** A topic that a unit of work raises. */
export interface Raised {
  readonly topic: Topic
  /** Version that the writer knows under the topic's lock; null if the database is to say it. */
  readonly version: number | null
  /** Highest id that the unit of work made under the topic's lock. */
  readonly newestId: Snowflake
  /** Changes of the whole transaction on which values in memory depend. One of its topics names them. */
  readonly tables: readonly StampedChange[]
}

/** Versions of a topic that this node has reached. */
export interface TopicStanding {
  /** Newest version that was published: sessions were sent its events. */
  readonly published: number
  /** Newest version that views contain. */
  readonly applied: number
}

/** Versions of a topic above one and up to another one. */
export interface VersionRange {
  readonly topic: Topic
  readonly after: number
  readonly upTo: number
}

/**
 * Topics that other nodes of the database raise too. Rows say what happened: the log of events is written with the
 * transaction of its events. [design of several nodes: docs/decisions/0054]
 */
export interface SharedTopics {
  readonly counts: Readonly<BusCounts>
  /**
   * Raises a topic and writes its events into the log, in the transaction of `session`. Resolves with the version,
   * perhaps before the statements have run.
   */
  append(session: StoreSession, raised: Raised, events: readonly Event[]): Promise<number>
  /** Writes into the log that the transaction of `session` changes tables on which values in memory depend. */
  noteTables(session: StoreSession, tables: readonly StampedChange[]): Promise<void>
  /**
   * Brings the views up to a version of a topic, for a unit of work that holds its lock: every earlier version is
   * committed then.
   */
  catchUp(session: StoreSession, topic: Topic, version: number): Promise<void>
  /**
   * Resolves once the views, and what listens to commits, contain everything that any node had committed before the
   * call. Each request begins with it: what follows needs no question.
   *
   * @throws OVERLOADED (503) while the database does not respond
   */
  upToDate(): Promise<void>
  /**
   * Adds a listener that is called when what this process knows of a topic, or of all topics without one, may differ
   * from the rows: the database has lost commits, or the log has ended.
   */
  listenToDoubts(listener: (topic: Topic | null) => void): void
  /** Publishes what was committed on topics up to these versions. `standing` knows all of the topics then. */
  publishUpTo(versions: ReadonlyMap<Topic, number>): Promise<void>
  /** Returns how far this node has come with a topic; null for one of which it has seen nothing lately. */
  standing(topic: Topic): TopicStanding | null
  /** Returns the events of a topic that views contain and that were not published yet. */
  unpublished(topic: Topic): readonly Event[]
  /** Reads events from the log, by topic and in order; null if it does not have all of these versions any more. */
  read(ranges: readonly VersionRange[]): Promise<ReadonlyMap<Topic, readonly Event[]> | null>
  /** Messages between nodes that are not stored. */
  readonly notices: NodeNotices
}
