import type { Snowflake } from '@guildhall/protocol'
import type { Event } from '../../kernel/event.ts'
import type { GuildViews } from '../../kernel/guild-views.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import type { Dispatch } from './dispatch.ts'
import type { HeldEvents } from './held-events.ts'
import type { OutgoingEvent } from './outgoing-event.ts'
import type { Session } from './session.ts'
import { type ViewerRules, viewerOf } from './viewers.ts'

interface HeldDecisionsParts {
  readonly views: Pick<GuildViews, 'peek'>
  readonly viewerRules: ViewerRules
}

/** Events of one hold, whose list identifies it. */
interface Hold {
  /** Changes of the user's permissions since its beginning. */
  changes: number
  /** Events at whose commits the roles of the user were not known, with the changes until then. */
  readonly undecided: { readonly event: Event; readonly outgoing: OutgoingEvent; readonly changes: number }[]
}

/**
 * Decisions about events of guilds that sessions receive later, because they do not watch the guild yet. Like those of
 * all other sessions, they are made by the permissions at the commit of the event: a message that was hidden then is
 * not sent because its channel is visible by now. Events that were committed before are history for the session.
 */
export class HeldDecisions {
  readonly #held: HeldEvents
  readonly #parts: HeldDecisionsParts
  readonly #forms = new WeakMap<Event, Map<Session, Dispatch | null>>()
  readonly #holds = new WeakMap<readonly Event[], Hold>()
  /** Guilds that sessions began to watch after their events had been held. */
  readonly #begun = new WeakMap<Session, Set<Snowflake>>()

  constructor(held: HeldEvents, parts: HeldDecisionsParts) {
    this.#held = held
    this.#parts = parts
  }

  /** Decides, at the commit of an event, what the sessions receive for which events of its guild are held. */
  decide(event: Event, guildId: Snowflake, outgoing: OutgoingEvent): void {
    const { type, payload } = event
    const view = this.#parts.views.peek(guildId)
    const affected = new Set(type.affectedUsers?.(payload))
    for (const [session, events] of this.#held.holdsOf(guildId)) {
      const hold = this.#holds.get(events) ?? { changes: 0, undecided: [] }
      this.#holds.set(events, hold)
      if (type.changesPermissions || affected.has(session.userId)) hold.changes += 1
      if (type.name === '') continue
      if (!view?.member(session.userId)) hold.undecided.push({ event, outgoing, changes: hold.changes })
      else this.#note(event, session, outgoing.for(viewerOf(session, view, this.#parts.viewerRules)))
    }
  }

  /**
   * Decides the other held events now that the session watches the guild. Those before a change of permissions are not
   * sent. Does nothing for a session whose events are not held.
   */
  begin(session: Session, guildId: Snowflake, viewer: Viewer): void {
    const events = this.#held.of(session, guildId)
    if (!events) return
    const hold = this.#holds.get(events)
    for (const { event, outgoing, changes } of hold?.undecided ?? [])
      this.#note(event, session, changes === hold?.changes ? outgoing.for(viewer) : null)
    this.#holds.delete(events)
    this.#begun.set(session, (this.#begun.get(session) ?? new Set()).add(guildId))
  }

  /**
   * Returns what a session receives of an event that was committed before it began to watch; null for nothing, and
   * undefined if the present permissions decide.
   */
  of(event: Event, session: Session, guildId: Snowflake): Dispatch | null | undefined {
    const decided = this.#forms.get(event)?.get(session)
    if (decided !== undefined) return decided
    return this.#begun.get(session)?.has(guildId) ? null : undefined
  }

  #note(event: Event, session: Session, form: Dispatch | null): void {
    const forms = this.#forms.get(event) ?? new Map<Session, Dispatch | null>()
    this.#forms.set(event, forms.set(session, form))
  }
}
