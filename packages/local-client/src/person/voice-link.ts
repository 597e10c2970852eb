import type { VoiceConnection, VoicePlace } from '../rpc/host.ts'
import { VoiceSession, type VoiceState } from '../voice/voice-session.ts'

/** Pings that a status lists. */
const PINGS_MAX = 20

/** VOICE_SERVER_UPDATE. */
export interface VoiceServer {
  readonly endpoint: string | null
  readonly token: string
  readonly guild_id?: string | null
  readonly channel_id?: string | null
}

export interface VoiceLinkParts {
  /** Whether the platform is reached by TLS. Its voice server is then, too. */
  readonly secure: boolean
  readonly userId: () => string
  /** Gateway session of this client; null without one. */
  readonly sessionId: () => string | null
  readonly onStatus: (status: VoiceConnection) => void
  readonly onSpeaking: (channelId: string, userId: string, isSpeaking: boolean) => void
}

/** The voice connection of a person, who is in at most one call by this client. */
export class VoiceLink {
  readonly #parts: VoiceLinkParts
  #place: VoicePlace | null = null
  #session: VoiceSession | null = null
  #state: VoiceState = 'DISCONNECTED'
  #hostname = ''
  #pings: { time: number; value: number }[] = []

  constructor(parts: VoiceLinkParts) {
    this.#parts = parts
  }

  /** Leaves the call, and waits for the voice server of another place. */
  setPlace(place: VoicePlace | null): void {
    this.#place = place
    this.#end()
    this.#tell(place ? 'AWAITING_ENDPOINT' : 'DISCONNECTED')
  }

  /** Connects to the voice server of the place. Without an endpoint another one follows. */
  async connect({ endpoint, token, guild_id, channel_id }: VoiceServer): Promise<void> {
    const place = this.#place
    const isHere = place && (place.guildId === null ? channel_id === place.channelId : guild_id === place.guildId)
    const sessionId = this.#parts.sessionId()
    if (!isHere || sessionId === null) return
    this.#end()
    if (endpoint === null) return this.#tell('AWAITING_ENDPOINT')
    if (!URL.canParse(`ws://${endpoint}`)) return this.#tell('DISCONNECTED')
    const davey = await loadDavey()
    // A client without encryption would end the encryption of everyone in the call.
    if (!davey) return this.#tell('DISCONNECTED')
    if (place !== this.#place) return
    this.#end()
    this.#hostname = new URL(`ws://${endpoint}`).hostname
    const { channelId, guildId } = place
    const serverId = guildId ?? channelId
    const session: VoiceSession = new VoiceSession({
      address: { endpoint, token, serverId, channelId, userId: this.#parts.userId(), sessionId },
      secure: this.#parts.secure,
      davey,
      onState: (state) => this.#tell(state),
      onPing: (value) => this.#ping(value),
      onSpeaking: (userId, isSpeaking) => this.#parts.onSpeaking(channelId, userId, isSpeaking),
    })
    this.#session = session
  }

  /** Leaves the call. */
  close(): void {
    this.#place = null
    this.#end()
  }

  #end(): void {
    this.#session?.close()
    this.#session = null
    this.#hostname = ''
    this.#pings = []
  }

  #ping(value: number): void {
    this.#pings = [...this.#pings, { time: Date.now(), value }].slice(-PINGS_MAX)
    this.#tell(this.#state, true)
  }

  #tell(state: VoiceState, isChanged = state !== this.#state): void {
    this.#state = state
    if (!isChanged) return
    const values = this.#pings.map(({ value }) => value)
    const last = values.at(-1)
    this.#parts.onStatus({
      state,
      hostname: this.#hostname,
      pings: this.#pings,
      ...(last === undefined
        ? {}
        : { average_ping: Math.round(values.reduce((sum, value) => sum + value, 0) / values.length), last_ping: last }),
    })
  }
}

/** The library is optional: there is none for some systems. */
async function loadDavey(): Promise<typeof import('@snazzah/davey') | null> {
  try {
    return await import('@snazzah/davey')
  } catch {
    return null
  }
}
