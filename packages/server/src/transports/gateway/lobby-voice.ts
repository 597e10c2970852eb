import { GatewayOp, LOBBY_CALL_MEMBERS_MAX, type Snowflake } from '@guildhall/protocol'
import type { Logger } from 'pino'
import { type Bus, type Event, lobbyTopic, unversioned } from '../../kernel/event.ts'
import type { VoiceState } from '../../kernel/model.ts'
import type { VoiceServer, VoiceTicket } from '../../kernel/voice.ts'
import {
  type LobbyVoiceChange,
  lobbyVoiceStateRestored,
  lobbyVoiceStateUpdate,
} from '../../resources/games/lobbies/index.ts'
import { lobbyScope } from './dispatch.ts'
import { logIgnored } from './ignored.ts'
import { readSnowflake } from './member-requests.ts'
import type { Session } from './session.ts'
import { readFlags, sameFlags, unconnectedState, type VoiceFlags } from './voice-request.ts'

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
  bus: Bus
  /** Sends the events that wait, of which some may end memberships. */
  flush: () => void
  voiceServer: VoiceServer
  log: Logger
  /** Lets a task run on its own. */
  runInBackground: (task: Promise<void>, failure: string) => void
}

/** Calls in lobbies, as sessions of games request them. They are not stored. */
export class LobbyVoice {
  readonly #parts: LobbyVoiceParts
  /** Voice states by lobby and user. A user may be in the calls of several lobbies. */
  readonly #calls = new Map<Snowflake, Map<Snowflake, VoiceState>>()

  constructor(parts: LobbyVoiceParts) {
    this.#parts = parts
  }

  /** Returns the voice states of the call in a lobby. */
  statesIn(lobbyId: Snowflake): Iterable<VoiceState> {
    return this.#calls.get(lobbyId)?.values() ?? []
  }

  /** Returns the voice states of a session, with their lobbies as channels. */
  statesOf(session: Session): VoiceState[] {
    return [...session.lobbies].flatMap((lobbyId) => this.#stateOf(session, lobbyId) ?? [])
  }

  #stateOf(session: Session, lobbyId: Snowflake): VoiceState | undefined {
    const state = this.#calls.get(lobbyId)?.get(session.userId)
    return state?.session_id === session.id ? state : undefined
  }

  /**
   * Makes a list the calls of a session: joins those that are new, leaves those that are missing, and changes the
   * user's own flags. A call that the user may not join is ignored.
   */
  request(session: Session, calls: readonly LobbyCall[], op: number): void {
    this.#parts.flush()
    const wanted = new Map(calls.map((call) => [call.lobbyId, call]))
    for (const state of this.statesOf(session)) {
      if (state.channel_id !== null && !wanted.has(state.channel_id)) this.#publish(state.channel_id, left(state))
    }
    for (const call of wanted.values()) this.#join(session, call, op)
  }

  #join(session: Session, { lobbyId, flags }: LobbyCall, op: number): void {
    const ignore = (reason: string) => logIgnored(this.#parts.log, op, session, reason, { lobby: lobbyId })
    if (!session.lobbies.has(lobbyId)) return ignore('the user is not a member of this lobby')
    const call = this.#calls.get(lobbyId)
    const before = call?.get(session.userId)
    if (!before && (call?.size ?? 0) >= LOBBY_CALL_MEMBERS_MAX) return ignore('the call is full')
    const state = { ...unconnectedState(session.userId), session_id: session.id, channel_id: lobbyId, ...flags }
    const stays = before?.session_id === session.id
    if (stays && sameFlags(before, flags)) {
      // A client that lost its voice server asks for it by the same op 4 again, or by op 42. Op 17 lists all calls each
      // time that one of them changes.
      if (op !== GatewayOp.VOICE_STATE_UPDATE) return
      const sent = this.#sendServerUnlessConnected(session, lobbyId)
      return this.#parts.runInBackground(sent, 'the address of a call was not sent')
    }
    this.#publish(lobbyId, state)
    if (!stays) this.sendServer(session, lobbyId)
  }

  async #sendServerUnlessConnected(session: Session, lobbyId: Snowflake): Promise<void> {
    const connected = await this.#parts.voiceServer.responds(ticketOf(session, lobbyId))
    if (!connected) this.sendServer(session, lobbyId)
  }

  /** Sends the address of the voice server to a session in the call. Clients hang if it precedes the state. */
  sendServer(session: Session, lobbyId: Snowflake): void {
    const { voiceServer } = this.#parts
    const server = {
      token: voiceServer.tokenFor(ticketOf(session, lobbyId)),
      lobby_id: lobbyId.toString(),
      endpoint: voiceServer.endpoint,
    }
    setImmediate(() => {
      // The user may have left the call or the lobby meanwhile.
      if (this.#stateOf(session, lobbyId) && session.lobbies.has(lobbyId)) {
        session.send('LOBBY_VOICE_SERVER_UPDATE', server, lobbyScope(lobbyId))
      }
    })
  }

  /** Ends the calls of a session that has ended. */
  end(session: Session): void {
    for (const state of this.statesOf(session))
      if (state.channel_id !== null) this.#publish(state.channel_id, left(state))
  }

  /** Puts a restored session into the call again. Other restored clients know it there. */
  restore(session: Session, state: VoiceState): void {
    const lobbyId = state.channel_id
    if (lobbyId === null || !session.lobbies.has(lobbyId)) return
    this.#keep(lobbyId, state)
    this.#parts.bus.publish([unversioned(lobbyVoiceStateRestored, lobbyTopic(lobbyId), { lobbyId, state }, null)])
  }

  /** Ends the call of a session that was not restored. */
  lose(state: VoiceState): void {
    if (state.guild_id === null && state.channel_id !== null) this.#publish(state.channel_id, left(state))
  }

  /** Applies a committed event: former members leave the call, and the call of a deleted lobby is over. */
  receive({ type, payload, topic }: Event): void {
    const effect = type.effect?.(payload)
    if (effect?.kind === 'lobby-ended') this.#calls.delete(BigInt(topic.slice('lobby.'.length)))
    if (effect?.kind !== 'lobby-membership-changed' || effect.change.kind !== 'left') return
    const { change } = effect
    const state = this.#calls.get(change.lobbyId)?.get(BigInt(topic.slice('user.'.length)))
    if (state) this.#publish(change.lobbyId, left(state))
  }

  #publish(lobbyId: Snowflake, state: VoiceState): void {
    this.#keep(lobbyId, state)
    const change: LobbyVoiceChange = { lobbyId, state }
    this.#parts.bus.publish([unversioned(lobbyVoiceStateUpdate, lobbyTopic(lobbyId), change, null)])
  }

  #keep(lobbyId: Snowflake, state: VoiceState): void {
    const call = this.#calls.get(lobbyId) ?? new Map<Snowflake, VoiceState>()
    this.#calls.set(lobbyId, call)
    if (state.channel_id === null) call.delete(state.user_id)
    else call.set(state.user_id, state)
    if (call.size === 0) this.#calls.delete(lobbyId)
  }
}

function ticketOf(session: Session, lobbyId: Snowflake): VoiceTicket {
  return { userId: session.userId, serverId: lobbyId, channelId: lobbyId, sessionId: session.id }
}

const left = (state: VoiceState): VoiceState => ({ ...state, channel_id: null })
