import type { Snowflake } from '@guildhall/protocol'
import type { Bus } from '../../kernel/bus.ts'
import { type Event, effectOf } from '../../kernel/event.ts'
import type { VoiceState } from '../../kernel/model.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { VoiceServer, VoiceTicket } from '../../kernel/voice.ts'
import { type ConnectionRow, listConnections } from '../../resources/guild/voice-states/index.ts'
import { connectionsOfStream, listStreams, type Stream } from '../../resources/messaging/streams/index.ts'
import type { CallServers } from './call-servers.ts'
import { guildScope, lobbyScope } from './dispatch.ts'
import type { Session } from './session.ts'
import { VoicePlaces } from './voice-places.ts'

export interface VoiceAddressesParts {
  readonly units: Units
  readonly bus: Bus
  readonly voiceServer: VoiceServer
  readonly callServers: Pick<CallServers, 'serve' | 'responds'>
  readonly session: (id: string) => Session | undefined
  /** Takes over the streams of all nodes, as rows say. */
  readonly knowStreams: (streams: readonly Stream[]) => void
  readonly runInBackground: (task: Promise<void>) => void
}

interface AddressListener {
  /** Called with who is connected at any node when rows were read. */
  know(states: readonly VoiceState[]): void
  /** Called when a call has another node soon. */
  moved(channelId: Snowflake): void
}

/**
 * Sends sessions the address of the voice server of their call, in a guild, DM or lobby: when they join, and when
 * another node has the call.
 */
export class VoiceAddresses {
  readonly places = new VoicePlaces()
  readonly #parts: VoiceAddressesParts
  /** Number of applied changes. */
  #changes = 0
  #listener: AddressListener | null = null

  constructor(parts: VoiceAddressesParts) {
    this.#parts = parts
    parts.bus.shared?.listenToDoubts(() => parts.runInBackground(this.load()))
  }

  /** Sets the part that follows the connections of all nodes and the nodes of calls. */
  follow(listener: AddressListener): void {
    this.#listener = listener
  }

  /** Reads who is connected at any node. Called before the first client identifies, and after events were lost. */
  async load(): Promise<void> {
    const { units, voiceServer, knowStreams } = this.#parts
    let connections: readonly ConnectionRow[]
    let streams: readonly Stream[]
    let changes: number
    do {
      changes = this.#changes
      connections = await units.read(SYSTEM_ACTOR, (work) => listConnections(work))
      streams = await units.read(SYSTEM_ACTOR, (work) => listStreams(work))
      // A change that came meanwhile may be missing in the rows.
    } while (changes !== this.#changes)
    this.places.clear()
    voiceServer.know([...connections, ...streams.flatMap(connectionsOfStream)])
    for (const { serverId, state } of connections) this.places.put(serverId, state)
    this.#listener?.know(connections.map(({ state }) => state))
    knowStreams(streams)
  }

  /** Applies a committed event, after fan-out received it: clients hang if the address precedes the voice state. */
  receive(event: Event): void {
    const { topic } = event
    const effect = effectOf(event)
    if (effect?.kind === 'guild-ended' || effect?.kind === 'lobby-ended')
      return this.places.removeServer(BigInt(topic.slice(topic.indexOf('.') + 1)))
    if (effect?.kind !== 'state-changed') return
    const { serverId, state } = effect
    this.#changes += 1
    // STREAM_SERVER_UPDATE has the addresses of shared screens, whose calls are other ones.
    if (state.guild_id === null && state.channel_id !== null && state.channel_id !== serverId) return
    const former = this.places.put(serverId, state)
    const before = effect.before ?? former
    const stayed = before?.channel_id === state.channel_id && before?.session_id === state.session_id
    if (!stayed) this.send(state)
  }

  /** Tells members here that another node has their call now. */
  moved(channelId: Snowflake): void {
    for (const state of this.places.in(channelId)) this.send(state)
    this.#listener?.moved(channelId)
  }

  /** Sends the address to the session of a voice state, if it is here. */
  send(state: VoiceState): void {
    const { session, callServers } = this.#parts
    const ticket = ticketOf(state)
    if (!ticket || !session(ticket.sessionId)) return
    callServers.serve(ticket, (server) => {
      setImmediate(() => {
        const recipient = session(ticket.sessionId)
        if (recipient) this.#sendServer(recipient, ticket, { server, isOfGuild: state.guild_id !== null })
      })
    })
  }

  #sendServer(
    session: Session,
    { serverId, userId }: VoiceTicket,
    { server, isOfGuild }: { server: { token: string; endpoint: string }; isOfGuild: boolean },
  ): void {
    const id = serverId.toString()
    if (isOfGuild) return session.send('VOICE_SERVER_UPDATE', { ...server, guild_id: id }, guildScope(serverId))
    // The user may have left the call or the lobby meanwhile.
    if (this.places.find(serverId, userId)?.session_id !== session.id) return
    if (session.kind !== 'game')
      return session.send('VOICE_SERVER_UPDATE', { ...server, guild_id: null, channel_id: id })
    if (session.lobbies.has(serverId))
      session.send('LOBBY_VOICE_SERVER_UPDATE', { ...server, lobby_id: id }, lobbyScope(serverId))
  }

  /** Sends the address again, unless the client is connected: one that lost its voice server asks for it. */
  sendAgain(state: VoiceState): void {
    const ticket = ticketOf(state)
    if (ticket) this.#parts.runInBackground(this.#sendUnlessConnected(ticket, state))
  }

  async #sendUnlessConnected(ticket: VoiceTicket, state: VoiceState): Promise<void> {
    if (!(await this.#parts.callServers.responds(ticket))) this.send(state)
  }

  /** Returns the voice states of a session in DMs or lobbies. */
  privateStatesOf({ id }: Session): VoiceState[] {
    return this.places.of(id).filter(({ guild_id }) => guild_id === null)
  }
}

/** Returns the place of a voice state; null for a user who is not connected. */
export function ticketOf({ guild_id, channel_id, user_id, session_id }: VoiceState): VoiceTicket | null {
  if (channel_id === null) return null
  return { userId: user_id, serverId: guild_id ?? channel_id, channelId: channel_id, sessionId: session_id }
}
