import type { Snowflake } from '@guildhall/protocol'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { VoiceState } from '../../kernel/model.ts'
import { KeyedQueue } from '../../kernel/queues.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { Work } from '../../kernel/work.ts'
import { removeVoiceState } from '../../resources/guild/voice-states/index.ts'
import { listPlacesOfPerson } from '../../resources/messaging/calls/index.ts'
import type { Session } from './session.ts'
import type { VoiceEnds } from './shared-voice.ts'
import { ticketOf, type VoiceAddresses } from './voice-addresses.ts'
import type { WhileAway } from './while-away.ts'

/** Attempts to join, while other sessions of the person join other calls at the same moment. */
const ATTEMPTS_MAX = 5

interface OnePlaceParts {
  readonly bus: Bus
  readonly wallClock: Clock
  readonly whileAway: WhileAway
  readonly units: Units
  readonly addresses: Pick<VoiceAddresses, 'places'>
  readonly sessionsOf: (userId: Snowflake) => Iterable<Session>
  readonly ends: Pick<VoiceEnds, 'inGuild' | 'inDm'>
}

/**
 * The rule that a person is in one call at a time: in a channel of one guild, or in a DM, by whichever session and
 * node. A bot is in one call of each guild, and a game's session in those of several lobbies.
 */
export class OnePlace {
  readonly #parts: OnePlaceParts
  /** Requests of a user one after another: a second session takes over from the first. */
  readonly queue = new KeyedQueue<Snowflake>()

  constructor(parts: OnePlaceParts) {
    this.#parts = parts
  }

  /**
   * Carries out a request of a session about its voice state, after the earlier ones of its user. It is tried again
   * while the database is away: the client waits for the outcome, and learns of no error.
   *
   * @param attempt joins once the user has left others, whose voice states it returns
   */
  async request(session: Session, attempt: () => Promise<readonly VoiceState[]>): Promise<void> {
    const { wallClock, whileAway, sessionsOf } = this.#parts
    const { userId } = session
    const since = wallClock.now()
    const isWanted = () => [...sessionsOf(userId)].includes(session)
    await this.queue.run(userId, () => whileAway(() => this.#join(attempt), { since, isWanted }))
  }

  /** Returns the names that a unit of work holds in which a user joins a call. */
  holdsOf({ kind, userId }: Session): readonly string[] {
    return kind === 'person' ? [`voice of ${userId}`] : []
  }

  async #join(attempt: () => Promise<readonly VoiceState[]>): Promise<void> {
    for (let attempts = 1; attempts <= ATTEMPTS_MAX; attempts += 1) {
      const others = await attempt()
      if (others.length === 0) return
      for (const state of others) await this.#leave(state)
    }
  }

  async #leave(state: VoiceState): Promise<void> {
    const { bus, units, addresses, ends } = this.#parts
    const ticket = ticketOf(state)
    if (!ticket) return
    await (state.guild_id === null ? ends.inDm(ticket) : ends.inGuild(ticket))
    // Of a guild or member that is gone: it must not keep the person out of other calls.
    if (bus.shared === null) addresses.places.put(ticket.serverId, { ...state, channel_id: null })
    else await units.write(SYSTEM_ACTOR, (work) => removeVoiceState(work, ticket))
  }

  /**
   * Returns the voice states of a session's user that end when the session joins a call on a server.
   *
   * @param read reads rows, in the unit of work that joins
   */
  async elsewhere(
    { kind, userId }: Session,
    serverId: Snowflake,
    read: (run: (work: Work) => Promise<VoiceState[]>) => Promise<VoiceState[]>,
  ): Promise<readonly VoiceState[]> {
    if (kind !== 'person') return []
    const isShared = this.#parts.bus.shared !== null
    const states = isShared ? await read((work) => listPlacesOfPerson(work, userId)) : this.#here(userId)
    return states.filter(({ guild_id, channel_id }) => (guild_id ?? channel_id) !== serverId)
  }

  #here(userId: Snowflake): VoiceState[] {
    const { places } = this.#parts.addresses
    const sessions = [...this.#parts.sessionsOf(userId)].filter(({ kind }) => kind === 'person')
    return sessions.flatMap(({ id }) => places.of(id))
  }
}
