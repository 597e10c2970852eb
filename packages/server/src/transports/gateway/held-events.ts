import type { Snowflake } from '@guildhall/protocol'
import type { Event } from '../../kernel/event.ts'
import type { Session } from './session.ts'

/** Events held for one session; as many as its replay buffer keeps. */
const HELD_MAX = 2_048

/** Events held for sessions that do not receive them yet: between READY and GUILD_CREATE, or before READY. */
export class HeldEvents {
  readonly #held = new Map<Snowflake, Map<Session, Event[]>>()

  /** Whether events are held for any session. */
  get active(): boolean {
    return this.#held.size > 0
  }

  /** Holds the events of a guild or lobby for a session from now on. Returns the list that they are added to. */
  start(session: Session, id: Snowflake): Event[] {
    const holding = this.#held.get(id) ?? new Map<Session, Event[]>()
    this.#held.set(id, holding)
    const events = holding.get(session) ?? []
    holding.set(session, events)
    return events
  }

  /** Returns the events that are held for a session; undefined when its events are not held. */
  of(session: Session, id: Snowflake): Event[] | undefined {
    return this.#held.get(id)?.get(session)
  }

  /** Returns the sessions for which events of a guild are held, with these events. */
  holdsOf(guildId: Snowflake): Iterable<[Session, readonly Event[]]> {
    return this.#held.get(guildId) ?? []
  }

  /** Returns the ids whose events are held for a session. */
  idsOf(session: Session): Snowflake[] {
    return [...this.#held].flatMap(([id, holding]) => (holding.has(session) ? [id] : []))
  }

  /** Stops holding, and returns the events in their order. */
  take(session: Session, guildId: Snowflake): Event[] {
    const holding = this.#held.get(guildId)
    const events = holding?.get(session) ?? []
    holding?.delete(session)
    if (holding?.size === 0) this.#held.delete(guildId)
    return events
  }

  /** Forgets all events of a session that has ended. */
  remove(session: Session): void {
    for (const guildId of [...this.#held.keys()]) this.take(session, guildId)
  }

  /** Holds an event for a session; returns false when its events are not held. */
  add(session: Session, guildId: Snowflake, event: Event): boolean {
    const events = this.of(session, guildId)
    if (!events) return false
    this.#push(session, events, event)
    return true
  }

  /** Holds an event for all sessions whose events of the guild are held. */
  addForAll(guildId: Snowflake, event: Event): void {
    for (const [session, events] of this.#held.get(guildId) ?? []) this.#push(session, events, event)
  }

  /** A session that exceeds the limit is disconnected, so that its client starts again instead of missing events. */
  #push(session: Session, events: Event[], event: Event): void {
    events.push(event)
    if (events.length > HELD_MAX) session.connection?.terminate()
  }
}
