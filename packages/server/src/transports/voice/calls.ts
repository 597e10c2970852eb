import { type Snowflake, VoiceCloseCode } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import { type Event, effectOf } from '../../kernel/event.ts'
import type { VoiceState } from '../../kernel/model.ts'
import type { VoiceConnection, VoiceTicket } from '../../kernel/voice.ts'
import { Call } from './call.ts'
import type { CallEncryption } from './dave/call-encryption.ts'
import { Roster } from './roster.ts'
import type { VoiceSession } from './voice-session.ts'

/** Time in which a client that lost its socket can resume. It stays a member of the call meanwhile. */
const RESUME_MS = 5_000

export interface CallsParts {
  wallClock: Clock
  /** Returns the encryption group of a new call; `encrypts` is false for a stage channel. */
  encryptionFor: (call: { channelId: Snowflake; encrypts: boolean }) => CallEncryption
}

/** The calls of this process and their voice sessions. Committed events about voice states decide who takes part. */
export class Calls {
  readonly roster = new Roster()
  readonly #parts: CallsParts
  readonly #calls = new Map<Snowflake, Call>()
  /** By server and user: a user has one voice session on a server. */
  readonly #sessions = new Map<string, VoiceSession>()

  constructor(parts: CallsParts) {
    this.#parts = parts
  }

  /** Returns the voice session of a user on a server. */
  session(serverId: Snowflake, userId: Snowflake): VoiceSession | undefined {
    return this.#sessions.get(keyOf(serverId, userId))
  }

  /** Returns the voice session at a place. */
  at({ serverId, userId, channelId, sessionId }: VoiceTicket): VoiceSession | undefined {
    const session = this.session(serverId, userId)
    const same = session?.ticket.channelId === channelId && session.ticket.sessionId === sessionId
    return same ? session : undefined
  }

  /** Adds a voice session. A former one of the user is disconnected first. */
  add(session: VoiceSession): void {
    const { serverId, userId } = session.ticket
    const former = this.session(serverId, userId)
    if (former) this.end(former, VoiceCloseCode.DISCONNECTED, 'Connected elsewhere.')
    this.#sessions.set(keyOf(serverId, userId), session)
  }

  /** Returns the call of a session. It begins with its first member. */
  callOf({ ticket: { serverId, channelId }, encrypted }: VoiceSession): Call {
    let call = this.#calls.get(channelId)
    if (!call) {
      call = new Call({
        channelId,
        encryption: this.#parts.encryptionFor({ channelId, encrypts: encrypted }),
        wallClock: this.#parts.wallClock,
        stateOf: (userId) => {
          const state = this.roster.of(serverId, userId)
          return state?.channel_id === channelId ? state : undefined
        },
      })
      this.#calls.set(channelId, call)
    }
    return call
  }

  /** Returns the call that a session is a member of. */
  joined(session: VoiceSession): Call | undefined {
    const call = this.#calls.get(session.ticket.channelId)
    return call?.has(session) ? call : undefined
  }

  /** Ends a voice session: its media stops at once, the others receive that it left, and its socket is closed. */
  end(session: VoiceSession, code: number, reason: string): void {
    if (session.ended) return
    session.ended = true
    const { serverId, userId, channelId } = session.ticket
    session.media.close()
    const call = this.#calls.get(channelId)
    call?.leave(session)
    if (call?.empty) this.#calls.delete(channelId)
    if (this.session(serverId, userId) === session) this.#sessions.delete(keyOf(serverId, userId))
    session.socket?.close(code, reason)
  }

  /** Notes that a session lost its socket. It ends unless its client resumes in time. */
  lost(session: VoiceSession): void {
    session.detach()
    const lostAt = this.#parts.wallClock.now()
    this.#parts.wallClock.at(lostAt + RESUME_MS, () => {
      // A client that resumed may have lost its next socket too; then a later timer decides.
      if (session.socket === null && session.lostAt === lostAt)
        this.end(session, VoiceCloseCode.SESSION_TIMEOUT, 'Session timed out.')
    })
    session.lostAt = lostAt
  }

  /** Applies a committed event. */
  receive(event: Event): void {
    const { topic } = event
    const effect = effectOf(event)
    if (effect?.kind === 'guild-ended') this.#endServer(BigInt(topic.slice('guild.'.length)))
    if (effect?.kind === 'lobby-ended') this.#endServer(BigInt(topic.slice('lobby.'.length)))
    if (effect?.kind !== 'state-changed') return
    this.#changed(effect.serverId, effect.state, effect.encrypts)
  }

  /** Takes over who is connected, as rows say. A voice session whose user is elsewhere ends. */
  know(connections: readonly VoiceConnection[]): void {
    const connected = new Set(connections.map(({ serverId, state }) => keyOf(serverId, state.user_id)))
    for (const { serverId, state } of this.roster.all)
      if (!connected.has(keyOf(serverId, state.user_id))) this.#changed(serverId, { ...state, channel_id: null })
    for (const { serverId, state, encrypts } of connections) this.#changed(serverId, state, encrypts)
  }

  #changed(serverId: Snowflake, state: VoiceState, encrypts?: boolean): void {
    this.roster.put(serverId, state, encrypts)
    const session = this.session(serverId, state.user_id)
    if (!session) return
    if (this.roster.has(session.ticket)) this.joined(session)?.stateChanged(state.user_id)
    else this.end(session, VoiceCloseCode.DISCONNECTED, 'Disconnected.')
  }

  #endServer(serverId: Snowflake): void {
    this.roster.removeServer(serverId)
    for (const session of [...this.#sessions.values()]) {
      if (session.ticket.serverId === serverId) this.end(session, VoiceCloseCode.CALL_TERMINATED, 'Call terminated.')
    }
  }

  /** The calls that have members. */
  get all(): Call[] {
    return [...this.#calls.values()]
  }

  /** Ends every session. */
  endAll(code: number, reason: string): void {
    for (const session of [...this.#sessions.values()]) this.end(session, code, reason)
  }
}

const keyOf = (serverId: Snowflake, userId: Snowflake) => `${serverId}:${userId}`
