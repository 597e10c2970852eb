import { GatewayOp, LOBBY_CALL_MEMBERS_MAX, type Snowflake } from '@guildhall/protocol'
import type { Logger } from 'pino'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Event, effectOf, lobbyTopic, unversioned } from '../../kernel/event.ts'
import type { VoiceState } from '../../kernel/model.ts'
import { KeyedQueue } from '../../kernel/queues.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { VoiceTicket } from '../../kernel/voice.ts'
import {
  changeLobbyCall,
  type LobbyCallState,
  lobbyVoiceStateRestored,
  lobbyVoiceStateUpdate,
} from '../../resources/games/lobbies/index.ts'
import { listConnectionsOfUser, unconnectedState } from '../../resources/guild/voice-states/index.ts'
import { logIgnored } from './ignored.ts'
import { readSnowflake } from './member-requests.ts'
import type { Session } from './session.ts'
import type { VoiceAddresses } from './voice-addresses.ts'
import { readFlags, sameFlags, type VoiceFlags } from './voice-request.ts'
import type { WhileAway } from './while-away.ts'

/** A call that a session takes part in, with the user's own flags. */
export interface LobbyCall {
  lobbyId: Snowflake
  flags: VoiceFlags
}

/** Calls of one session. Each change of one is an event for up to 1,000 members. */
const CALLS_MAX = 10

/** Reads the `d` of op 17 (Update Lobby Voice States): all calls of the session. Returns null for invalid data. */
export function readLobbyCalls(data: unknown): LobbyCall[] | null {
  if (!Array.isArray(data)) return null
  const calls = data.slice(0, CALLS_MAX).map((entry) => readCall(entry, 'lobby_id'))
  return calls.every((call) => call !== null) ? calls : null
}

/** Reads the `d` of op 4 for a lobby: `channel_id` is the lobby, and null leaves all calls. Null for invalid data. */
export function readLobbyVoiceRequest(data: unknown): LobbyCall[] | null {
  const channelId = (data as { channel_id?: unknown } | null)?.channel_id
  if (channelId === null || channelId === undefined) return typeof data === 'object' && data !== null ? [] : null
  const call = readCall(data, 'channel_id')
  return call && [call]
}

function readCall(data: unknown, key: 'lobby_id' | 'channel_id'): LobbyCall | null {
  const { [key]: id, ...flags } = (data ?? {}) as Record<string, unknown>
  const lobbyId = readSnowflake(id)
  return lobbyId === null ? null : { lobbyId, flags: readFlags(flags) }
}

export interface LobbyVoiceParts {
  units: Units
  bus: Bus
  addresses: VoiceAddresses
  wallClock: Clock
  whileAway: WhileAway
  /** Returns whether a session has not ended. */
  isAlive: (session: Session) => boolean
  /** Sends the events that wait, of which some may end memberships. */
  flush: () => void
  log: Logger
  /** Lets a task run on its own. */
  runInBackground: (task: Promise<void>, failure: string) => void
}

/** Decision about a request to join a call, or to change the user's flags. */
interface JoinOutcome {
  readonly changed?: VoiceState
  /** The state that the session has already. */
  readonly same?: VoiceState
  /** Why the request is ignored. */
  readonly ignored?: string
}

/** Decides about a request to join a call. */
function joined(session: Session, { lobbyId, flags }: LobbyCall, call: LobbyCallState): JoinOutcome {
  const { isMember, connected, before } = call
  if (!isMember) return { ignored: 'the user is not a member of this lobby' }
  if (!before && connected >= LOBBY_CALL_MEMBERS_MAX) return { ignored: 'the call is full' }
  const state = { ...unconnectedState(session.userId), session_id: session.id, channel_id: lobbyId, ...flags }
  return before?.session_id === session.id && sameFlags(before, flags) ? { same: state } : { changed: state }
}

/**
 * Calls in lobbies, as sessions of games request them. A process that is alone does not store them. Several nodes
 * change them under the lock of the lobby.
 */
export class LobbyVoice {
  readonly #parts: LobbyVoiceParts
  /** Requests of several nodes, by user. */
  readonly #queue = new KeyedQueue<Snowflake>()

  constructor(parts: LobbyVoiceParts) {
    this.#parts = parts
  }

  get #isShared(): boolean {
    return this.#parts.bus.shared !== null
  }

  /** Returns the voice states of the call in a lobby. */
  statesIn(lobbyId: Snowflake): Iterable<VoiceState> {
    return this.#parts.addresses.places.on(lobbyId)
  }

  /**
   * Makes a list the calls of a session: joins those that are new, leaves those that are missing, and changes the
   * user's own flags. A call that the user may not join is ignored.
   */
  request(session: Session, calls: readonly LobbyCall[], op: number): void {
    const wanted = new Map(calls.map((call) => [call.lobbyId, call]))
    if (this.#isShared) return this.#inBackground(this.#requestStored(session, wanted, op))
    const { addresses, flush } = this.#parts
    flush()
    for (const state of addresses.privateStatesOf(session)) {
      if (state.channel_id !== null && !wanted.has(state.channel_id)) this.#publish(state.channel_id, left(state))
    }
    for (const call of wanted.values()) {
      const isMember = session.lobbies.has(call.lobbyId)
      const connected = [...this.statesIn(call.lobbyId)].length
      const before = addresses.places.find(call.lobbyId, session.userId)
      const outcome = joined(session, call, { isMember, connected, before })
      if (outcome.changed) this.#publish(call.lobbyId, outcome.changed)
      this.#followUp(session, call, outcome, op)
    }
  }

  /** Carries out a request of several nodes. It is tried again while the database is away. */
  async #requestStored(session: Session, wanted: ReadonlyMap<Snowflake, LobbyCall>, op: number): Promise<void> {
    const { wallClock, whileAway, isAlive } = this.#parts
    const since = wallClock.now()
    const isWanted = () => isAlive(session)
    const store = () => this.#store(session, wanted, op)
    await this.#queue.run(session.userId, () => whileAway(store, { since, isWanted }))
  }

  async #store(session: Session, wanted: ReadonlyMap<Snowflake, LobbyCall>, op: number): Promise<void> {
    await this.#leaveStored(session, (lobbyId) => !wanted.has(lobbyId))
    for (const call of wanted.values()) {
      const { lobbyId } = call
      const decide = (present: LobbyCallState) => {
        const isMember = present.isMember && session.lobbies.has(lobbyId)
        return joined(session, call, { ...present, isMember })
      }
      const outcome = await this.#change(lobbyId, session.userId, decide)
      this.#followUp(session, call, outcome, op)
    }
  }

  #change<D extends { readonly changed?: VoiceState }>(
    lobbyId: Snowflake,
    userId: Snowflake,
    decide: (call: LobbyCallState) => D,
  ): Promise<D> {
    return this.#parts.units.write(SYSTEM_ACTOR, (work) => changeLobbyCall(work, { lobbyId, userId }, decide))
  }

  /** Leaves calls of a session that are rows: memory may not have a call that the session has just joined. */
  async #leaveStored({ id, userId }: Session, leaves: (lobbyId: Snowflake) => boolean): Promise<void> {
    const connections = await this.#parts.units.read(SYSTEM_ACTOR, (work) => listConnectionsOfUser(work, userId))
    for (const { serverId, state } of connections) {
      if (state.session_id === id && leaves(serverId)) await this.leave({ serverId, userId, sessionId: id })
    }
  }

  /** Ends the state of a session in a call that several nodes know. The user may have moved to another session. */
  async leave({ serverId, userId, sessionId }: Omit<VoiceTicket, 'channelId'>): Promise<void> {
    await this.#change(serverId, userId, ({ before }) =>
      before?.session_id === sessionId ? { changed: left(before) } : {},
    )
  }

  #followUp(session: Session, { lobbyId }: LobbyCall, outcome: JoinOutcome, op: number): void {
    const { log, addresses } = this.#parts
    const { ignored, same } = outcome
    if (ignored !== undefined) return logIgnored(log, op, session, ignored, { lobby: lobbyId })
    // A client that lost its voice server asks for it by the same op 4 again, or by op 42. Op 17 lists all calls each
    // time that one of them changes.
    if (same && op === GatewayOp.VOICE_STATE_UPDATE) addresses.sendAgain(same)
  }

  /** Sends the address of the voice server to a session in the call. */
  sendServer(session: Session, lobbyId: Snowflake): void {
    const { addresses } = this.#parts
    const state = addresses.places.find(lobbyId, session.userId)
    if (state?.session_id === session.id) addresses.send(state)
  }

  /** Ends the calls of a session that has ended. */
  end(session: Session): void {
    if (this.#isShared)
      return this.#inBackground(this.#queue.run(session.userId, () => this.#leaveStored(session, () => true)))
    for (const state of this.#parts.addresses.privateStatesOf(session)) this.lose(state)
  }

  /** Puts a restored session into the call again. Other restored clients know it there. */
  restore(session: Session, state: VoiceState): void {
    const lobbyId = state.channel_id
    // Rows of several nodes have the state, which may have changed since.
    if (lobbyId === null || this.#isShared || !session.lobbies.has(lobbyId)) return
    this.#parts.bus.publish([unversioned(lobbyVoiceStateRestored, lobbyTopic(lobbyId), { lobbyId, state }, null)])
  }

  /** Ends the call of a session that was not restored. */
  lose(state: VoiceState): void {
    if (state.guild_id === null && state.channel_id !== null) this.#publish(state.channel_id, left(state))
  }

  /**
   * Applies a committed event: former members leave the call. Several nodes end their voice states with the
   * memberships.
   */
  receive(event: Event): void {
    if (this.#isShared) return
    const effect = effectOf(event)
    if (effect?.kind !== 'lobby-membership-changed' || effect.change.kind !== 'left') return
    const { change } = effect
    const state = this.#parts.addresses.places.find(change.lobbyId, BigInt(event.topic.slice('user.'.length)))
    if (state) this.#publish(change.lobbyId, left(state))
  }

  #publish(lobbyId: Snowflake, state: VoiceState): void {
    this.#parts.bus.publish([unversioned(lobbyVoiceStateUpdate, lobbyTopic(lobbyId), { lobbyId, state }, null)])
  }

  #inBackground(task: Promise<void>): void {
    this.#parts.runInBackground(task, 'a voice state of a lobby was lost')
  }
}

const left = (state: VoiceState): VoiceState => ({ ...state, channel_id: null })
