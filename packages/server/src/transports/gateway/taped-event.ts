import { ActivityIntent, GameIntent, Intent, type Snowflake } from '@guildhall/protocol'
import type { Event } from '../../kernel/event.ts'
import { hideInJson } from '../../kernel/tape/hide.ts'
import type { TapedSession, TapeEntry, TapeFacts } from '../../kernel/tape/record.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import type { OutgoingEvent, Withheld } from './outgoing-event.ts'
import type { Session } from './session.ts'

/** Sessions that one record lists of each kind. Others are only counted. */
const SESSIONS_MAX = 100
/** Memory of a record: the payload of an event, and the lists. */
const KEPT_BYTES = 8 * 1024

/** Why a session does not receive an event now. */
type Reason = Withheld | 'shard' | 'starting' | 'in_snapshot' | 'not_subscribed'

interface Receiver extends TapedSession {
  readonly variant: string
}

interface Refused extends TapedSession {
  readonly reason: Reason
}

/** An event on its way to sessions: who received it, who did not and why. The rules are those of `OutgoingEvent`. */
export class TapedEvent implements TapeEntry {
  readonly kind = 'event'
  readonly keptBytes = KEPT_BYTES
  readonly #event: Event
  readonly #outgoing: OutgoingEvent
  readonly #received: Receiver[] = []
  readonly #withheld: Refused[] = []
  #receivedCount = 0
  #withheldCount = 0
  /** Variant that is shown: that of the first session. */
  #variant: string | null = null

  constructor(event: Event, outgoing: OutgoingEvent) {
    this.#event = event
    this.#outgoing = outgoing
  }

  /** Notes sessions with equal visibility, for which the event was evaluated as one viewer. */
  evaluated(viewer: Viewer, sessions: Iterable<Session>, excluded: ReadonlySet<Session> | null = null): void {
    const reason = this.#outgoing.withheldFrom(viewer)
    const variant = this.#outgoing.variantOf(viewer)
    for (const session of sessions) {
      if (excluded?.has(session)) continue
      if (reason !== null) this.withheld(session, reason)
      else {
        if (this.#receivedCount === 0) this.#variant = variant
        this.#receivedCount += 1
        if (this.#received.length < SESSIONS_MAX) this.#received.push({ ...namesOf(session), variant })
      }
      this.#variant ??= variant
    }
  }

  /** Notes a session that does not receive the event. */
  withheld(session: Session, reason: Reason): void {
    this.#withheldCount += 1
    if (this.#withheld.length < SESSIONS_MAX) this.#withheld.push({ ...namesOf(session), reason })
  }

  facts(): TapeFacts {
    const { type, topic, guildId } = this.#event
    const [kind, id = '0'] = topic.split('.')
    const count = this.#receivedCount + this.#withheldCount
    return {
      title: `${type.name} to ${this.#receivedCount} of ${count} session${count === 1 ? '' : 's'}`,
      direction: null,
      applicationId: null,
      guildId: kind === 'guild' ? BigInt(id) : guildId,
      userId: kind === 'user' ? BigInt(id) : null,
      sessionId: null,
      status: null,
      durationMs: null,
      bytes: 0,
    }
  }

  sessions(): readonly TapedSession[] {
    return [...this.#received, ...this.#withheld]
  }

  details() {
    const { type } = this.#event
    return {
      type: type.name,
      payload: this.#variant === null ? null : hideInJson(this.#outgoing.present(this.#variant)),
      received: this.#received.map(({ variant, ...session }) => {
        const reduced = type.reducedIn?.(variant) ?? null
        return { ...idsOf(session), ...(reduced !== null && { reduced, explanation: REDUCED[reduced] }) }
      }),
      withheld: this.#withheld.map(({ reason, ...session }) => ({
        ...idsOf(session),
        reason,
        explanation: this.#explanation(reason),
      })),
      received_count: this.#receivedCount,
      withheld_count: this.#withheldCount,
    }
  }

  #explanation(reason: Reason): string {
    const { type, payload } = this.#event
    if (reason === 'intent') return `The session has none of the intents ${intentNames(type.intents(payload))}.`
    if (reason === 'scope') {
      const scope = type.gameScope?.(payload) ?? null
      return scope === null ? 'Games receive no such event.' : `The token of the game lacks the scope ${scope}.`
    }
    return EXPLANATIONS[reason]
  }
}

const EXPLANATIONS: Readonly<Record<Exclude<Reason, 'intent' | 'scope'>, string>> = {
  permission: 'The user has no access to what the event is about, or lacks the permission for such events.',
  shard: 'The guild belongs to another shard.',
  starting: 'The session is starting. It receives the event after GUILD_CREATE or READY, unless these contain it.',
  in_snapshot: 'The GUILD_CREATE of the session contains the change already.',
  not_subscribed: 'The user is a member, but the session does not watch the guild.',
}

const REDUCED = {
  content: 'Without content, embeds, attachments and components: the session lacks MESSAGE_CONTENT.',
  obfuscated: 'The user may not view the channel, so its name and contents are hidden.',
} as const

const INTENTS: readonly [string, number][] = Object.entries({ ...GameIntent, ...ActivityIntent, ...Intent })

function intentNames(intents: number): string {
  return INTENTS.filter(([, bit]) => (intents & bit) !== 0)
    .map(([name]) => name)
    .join(', ')
}

function namesOf({ id, userId, applicationId }: Session): TapedSession {
  return { sessionId: id, userId, applicationId }
}

function idsOf({ sessionId, userId, applicationId }: TapedSession) {
  return { session_id: sessionId, user_id: `${userId}`, application_id: textOf(applicationId) }
}

function textOf(id: Snowflake | null): string | null {
  return id === null ? null : `${id}`
}
