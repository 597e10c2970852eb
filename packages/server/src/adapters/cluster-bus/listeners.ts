import type { Event, Topic } from '../../kernel/event.ts'
import { EventCodecError } from '../../kernel/payload-codec.ts'

type Listener = (event: Event) => void

/**
 * Listeners of a bus whose events other nodes may have written. A payload is parsed only where a listener reads it, and
 * may prove to be none that a node has written: that listener does without it, and doubts the topic.
 */
export class Listeners {
  readonly #ofCommits: Listener[] = []
  readonly #ofEvents = new Set<Listener>()
  readonly #ofDoubts: ((topic: Topic | null) => void)[] = []
  readonly #unreadable: (event: Event, error: EventCodecError) => void

  constructor(unreadable: (event: Event, error: EventCodecError) => void) {
    this.#unreadable = unreadable
  }

  addToCommits(listener: Listener): void {
    this.#ofCommits.push(listener)
  }

  /** Adds a listener to published events. Returns a function that removes it. */
  add(listener: Listener): () => void {
    this.#ofEvents.add(listener)
    return () => void this.#ofEvents.delete(listener)
  }

  /** Adds a listener to topics of which events are missing; null for all of them. */
  addToDoubts(listener: (topic: Topic | null) => void): void {
    this.#ofDoubts.push(listener)
  }

  /** Tells of commits. Each listener receives all events before the next one does. */
  tellOfCommit(events: readonly Event[]): void {
    for (const listener of this.#ofCommits) for (const event of events) this.#tell(listener, event)
  }

  /** Tells of published events. */
  tell(events: readonly Event[]): void {
    for (const event of events) for (const listener of this.#ofEvents) this.#tell(listener, event)
  }

  doubt(topic: Topic | null): void {
    for (const listener of this.#ofDoubts) listener(topic)
  }

  /** Removes all listeners to published events. */
  clear(): void {
    this.#ofEvents.clear()
  }

  #tell(listener: Listener, event: Event): void {
    try {
      listener(event)
    } catch (error) {
      if (!(error instanceof EventCodecError)) throw error
      this.#unreadable(event, error)
      this.doubt(event.topic)
    }
  }
}
