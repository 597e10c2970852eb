import type { Snowflake } from '@guildhall/protocol'
import type { Event } from '../../kernel/event.ts'
import type { Dispatch } from './dispatch.ts'
import type { Encoding } from './encoding.ts'
import type { OutgoingEvent } from './outgoing-event.ts'
import type { Session } from './session.ts'
import type { TapedEvent } from './taped-event.ts'

/** Dispatches for a session because channels became visible to it or hidden from it. */
export interface VisibilityChange {
  readonly session: Session
  readonly dispatches: readonly Dispatch[]
  /** Channels that became visible to the session, which is then sent their threads. */
  readonly becameVisible: readonly Snowflake[]
}

/** Sessions that receive the same form of an event. */
interface Share {
  /** The live set of a group, or a copy of it once sessions of the group are about to move. */
  sessions: Iterable<Session>
  readonly encoding: Encoding
  readonly dispatch: Dispatch
}

/**
 * Recipients of an event of a guild, with the form that each receives. They are decided when the event is committed,
 * and receive it once it is published, so that a later event of the guild does not change them.
 */
export class GuildDelivery {
  readonly event: Event
  readonly outgoing: OutgoingEvent
  readonly taped: TapedEvent | null
  readonly shares: Share[] = []
  /** Forms of sessions that are evaluated on their own. */
  readonly individual = new Map<Session, Dispatch>()
  /** Sessions that began to watch after the commit, and whose GUILD_CREATE does not contain the event. */
  readonly late = new Set<Session>()
  #changes: readonly VisibilityChange[]
  #excluded: Set<Session> | null
  #copied = false

  /** @param excluded sessions that are evaluated on their own, not as part of their group */
  constructor(
    event: Event,
    outgoing: OutgoingEvent,
    changes: readonly VisibilityChange[],
    excluded: Set<Session> | null = null,
    taped: TapedEvent | null = null,
  ) {
    this.event = event
    this.outgoing = outgoing
    this.#changes = changes
    this.taped = taped
    this.#excluded = excluded
  }

  /** Dispatches before the event, because it made channels visible or hid them. */
  get changes(): readonly VisibilityChange[] {
    return this.#changes
  }

  /** Sessions that receive nothing as part of a group; null for none. */
  get excluded(): ReadonlySet<Session> | null {
    return this.#excluded
  }

  /** Keeps the sessions of the groups as they are, before some of them move to other groups. */
  keepSessions(): void {
    if (this.#copied) return
    this.#copied = true
    for (const share of this.shares) share.sessions = [...share.sessions]
  }

  /**
   * Notes a session that begins to watch the guild.
   * @param informed whether its GUILD_CREATE contains the event
   */
  began(session: Session, informed: boolean): void {
    this.ended(session)
    if (informed) this.taped?.withheld(session, 'in_snapshot')
    else this.late.add(session)
  }

  /** Notes a session that stops watching the guild. It receives nothing, also if it watches the guild again by then. */
  ended(session: Session): void {
    this.#excluded ??= new Set()
    this.#excluded.add(session)
    this.individual.delete(session)
    this.late.delete(session)
    if (this.#changes.some((change) => change.session === session))
      this.#changes = this.#changes.filter((change) => change.session !== session)
  }
}

/** Returns whether a GUILD_CREATE of this version contains the event's change. All contain events without a version. */
export function isInSnapshot({ type, version }: Event, snapshotVersion: number): boolean {
  return type.apply !== undefined && type.outsideSnapshot === undefined && version <= snapshotVersion
}
