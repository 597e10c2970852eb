import type { Event } from './event.ts'
import type { SharedTopics } from './shared-topics.ts'

/** Delivers committed events to all listeners, in commit order. */
export interface Bus {
  /** Topics that other nodes raise too; null for a process that is alone. */
  readonly shared: SharedTopics | null
  /**
   * Tells this process of the events of one commit. They are published once they are durable, perhaps after later
   * commits.
   */
  committed(events: readonly Event[]): void
  /**
   * Adds a listener to commits, which must not throw and must return quickly. The first one brings guild views up to
   * date; each listener receives all events of a commit before the next one does.
   */
  listenToCommits(listener: (event: Event) => void): void
  publish(events: readonly Event[]): void
  /** Publishes events without a version in this process only: each node makes its own out of what it knows. */
  publishHere(events: readonly Event[]): void
  /** Adds a listener, which must not throw and must return quickly. Returns a function that removes it. */
  listen(listener: (event: Event) => void): () => void
  close(): Promise<void>
}
