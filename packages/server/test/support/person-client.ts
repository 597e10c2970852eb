import { GatewayConnection } from '@guildhall/client'
import { type ClientState, EMPTY, reduceEvent } from '@guildhall/client/records'
import type { VoiceStateObject } from '@guildhall/protocol'

const HISTORY_MAX = 60
const NOTED = /^(READY|RESUMED|VOICE_ST|VOICE_SE|STREAM_)/
/** Long fields that say nothing of a place. */
const UNNOTED: readonly string[] = ['member', 'token', 'region', 'guild_id']

/** Address of a voice server, and the token for it. */
export interface VoiceServerAddress {
  readonly endpoint: string
  readonly token: string
}

/** Shared screen in which a session takes part, as its events describe it. */
export interface KnownStream {
  readonly viewers: readonly string[]
  readonly paused: boolean
  readonly serverId: string
  readonly channelId: string
  /** Null until the gateway names it. */
  readonly server: VoiceServerAddress | null
}

interface StreamEvent {
  readonly stream_key: string
  readonly viewer_ids: readonly string[]
  readonly paused: boolean
  readonly rtc_server_id: string
  readonly rtc_channel_id: string
}

/**
 * Client core of the web app for one session of a person. It connects again by itself, and begins another session when
 * its own is lost. It keeps what it was sent of voice states, its voice server and shared screens.
 */
export class PersonClient {
  readonly userId: string
  /** Streams in which the session takes part, by key. */
  readonly streams = new Map<string, KnownStream>()
  /** Voice server of the session's own voice state; null until the gateway names it. */
  server: VoiceServerAddress | null = null
  /** Newest events about voice, streams and the session, and commands, for messages of failures. */
  readonly history: string[] = []
  /** Events about streams in which the session does not take part. */
  readonly misdirected: string[] = []
  #state: ClientState = EMPTY
  readonly #connection: GatewayConnection

  constructor({ gateway, token, userId }: { gateway: string; token: string; userId: string }) {
    this.userId = userId
    this.#connection = new GatewayConnection({
      url: gateway,
      token,
      identify: () => ({ properties: { os: 'test', browser: 'test', device: 'test' } }),
      onDispatch: (name, data) => this.#receive(name, data),
    })
  }

  /** Id of the session; null without one. */
  get sessionId(): string | null {
    return this.#connection.sessionId
  }

  get isReady(): boolean {
    return this.#connection.status === 'ready'
  }

  /** Voice states of a guild, by user. */
  statesIn(guildId: string): ReadonlyMap<string, VoiceStateObject> {
    return this.#state.guilds.get(guildId)?.voiceStates ?? new Map()
  }

  /** Sends a command. Does nothing without a session. */
  send(op: number, data: unknown): void {
    if (this.#connection.send(op, data)) this.#note(`sent op ${op}`, data)
  }

  close(): void {
    this.#connection.close()
  }

  #note(what: string, data: unknown): void {
    const text = JSON.stringify(data, (key, value: unknown) => (UNNOTED.includes(key) ? undefined : value))
    this.history.push(`${new Date().toISOString()} ${what} ${text}`)
    if (this.history.length > HISTORY_MAX) this.history.shift()
  }

  #receive(name: string, data: unknown): void {
    if (NOTED.test(name)) this.#note(name, name === 'READY' ? this.sessionId : data)
    if (name === 'READY') this.#begin()
    if (name === 'VOICE_STATE_UPDATE') this.#noteOwn(data as VoiceStateObject)
    if (name === 'VOICE_SERVER_UPDATE') this.server = data as VoiceServerAddress
    if (name.startsWith('STREAM_')) this.#noteStream(name, data as StreamEvent & VoiceServerAddress)
    this.#state = reduceEvent(this.#state, name, data)
  }

  #begin(): void {
    this.server = null
    this.streams.clear()
  }

  /** Forgets the voice server of a former channel: the next one follows the voice state. */
  #noteOwn({ guild_id, user_id, channel_id, session_id }: VoiceStateObject): void {
    if (user_id !== this.userId || !guild_id) return
    const before = this.statesIn(guild_id).get(user_id)
    if (before?.channel_id !== channel_id || before.session_id !== session_id) this.server = null
  }

  #noteStream(name: string, event: StreamEvent & VoiceServerAddress): void {
    const { stream_key: key, viewer_ids: viewers, paused } = event
    const known = this.streams.get(key)
    if (name === 'STREAM_DELETE') this.streams.delete(key)
    else if (name === 'STREAM_CREATE') {
      const { rtc_server_id: serverId, rtc_channel_id: channelId } = event
      this.streams.set(key, { viewers, paused, serverId, channelId, server: null })
    } else if (!known) this.misdirected.push(`${name} ${JSON.stringify(event)}`)
    else if (name === 'STREAM_UPDATE') this.streams.set(key, { ...known, viewers, paused })
    else if (name === 'STREAM_SERVER_UPDATE')
      this.streams.set(key, { ...known, server: { endpoint: event.endpoint, token: event.token } })
  }
}
