/** Place in a call and its voice server. */
export interface VoicePlace {
  readonly endpoint: string
  readonly token: string
  readonly lobbyId: string
  readonly userId: string
  /** Id of the gateway session. */
  readonly sessionId: string
}

/** State of a voice connection. */
export type TransportState = 'connecting' | 'signalling' | 'connected' | 'lost'

export interface TransportEvents {
  onState(state: TransportState): void
  /** Called once when the connection ended by itself and no attempt follows. @param code close code; 0 without one */
  onEnd(code: number): void
  onSpeaking(userId: string, isSpeaking: boolean): void
  /** Called with each Opus frame of a participant, decrypted. `sequence` grows by one a frame and wraps at 2^16. */
  onFrame(userId: string, frame: Uint8Array, sequence: number): void
}

/** Connection to a voice server. Pages will get another kind than programs. */
export interface VoiceTransport {
  /** Sends one Opus frame of 20 ms. Returns false if it was dropped, because the connection is not there. */
  send(frame: Uint8Array): boolean
  /** Tells the others that a stretch of speech has ended. */
  pause(): void
  close(): void
}

/** Encoder of what a player says. */
export interface Encoder {
  encode(pcm: Int16Array): Uint8Array
}

/** Decoder of one speaker. */
export interface Decoder {
  /** Returns 16-bit samples of 2 channels. @throws for what is no Opus frame */
  decode(frame: Uint8Array): Int16Array
}

/** Codec and connection of calls, loaded with the first call. */
export interface VoiceRuntime {
  connect(place: VoicePlace, events: TransportEvents): VoiceTransport
  encoder(): Encoder
  decoder(): Decoder
}

export interface VoiceOptions {
  /** Whether the voice server speaks TLS. */
  readonly secure: boolean
  /** Certificate of the authority to trust, besides the usual ones. */
  readonly ca: string | null
}

/** Loads the runtime of calls. It rejects with the name of an optional package that is not installed. */
export type LoadVoice = (options: VoiceOptions) => Promise<VoiceRuntime>
