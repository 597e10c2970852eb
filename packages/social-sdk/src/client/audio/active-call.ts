import type { UserAudioCapturedCallback, UserAudioReceivedCallback } from '../../callbacks/types.ts'
import { AudioModeType, CallError, CallStatus } from '../../enums/index.ts'
import { clamp } from '../../voice/clamp.ts'
import { amplify, CHANNELS, levelOf, SAMPLE_RATE, SAMPLES_PER_CHANNEL } from '../../voice/sound.ts'
import { Speaker } from '../../voice/speaker.ts'
import type { Encoder, TransportEvents, VoicePlace, VoiceRuntime, VoiceTransport } from '../../voice/transport.ts'
import { CLOSED_GATE, type GateSettings, isOpen, stepGate } from '../../voice/voice-gate.ts'
import type { CallHandlers } from './call-handlers.ts'
import { addSpeaker, type Sound } from './sound.ts'
import { VOLUME_DEFAULT } from './sound-settings.ts'

const VOLUME_MAX = 200
const THRESHOLD_DEFAULT = -60
const THRESHOLD_MIN = -100
/** Time after a loss within which a call has to be connected again. [SUB-12] */
const RECONNECT_MAX_MS = 30_000

/** Sound that the game takes and changes; null where it takes none. */
export interface AudioCallbacks {
  readonly received: UserAudioReceivedCallback | null
  readonly captured: UserAudioCapturedCallback | null
}

export interface ActiveCallParts {
  readonly lobbyId: bigint
  readonly userId: bigint
  readonly sound: Sound
  readonly audio: AudioCallbacks
  readonly handlers: CallHandlers
  /** Whether the player hears nobody, in this call or in any. */
  readonly isDeaf: () => boolean
  /** Whether the player is muted, in this call or in all. */
  readonly isMuted: () => boolean
  /** Called when the voice connection ended by itself. @param code close code; 0 without one */
  readonly onLost: (code: number) => void
  /** Called when a call that was lost is not connected again in time. */
  readonly onGivenUp: () => void
}

/** Settings of a call that only this Client knows. */
export interface CallSettings {
  selfMute: boolean
  selfDeaf: boolean
  mode: AudioModeType
  automatic: boolean
  threshold: number
  isPushed: boolean
  releaseDelayMs: number
}

/** A call that the player is in: its voice connection, what it sends, and what it plays. */
export class ActiveCall {
  readonly lobbyId: bigint
  readonly handlers: CallHandlers
  readonly settings: CallSettings = {
    selfMute: false,
    selfDeaf: false,
    mode: AudioModeType.MODE_VAD,
    automatic: true,
    threshold: THRESHOLD_DEFAULT,
    isPushed: false,
    releaseDelayMs: 0,
  }
  readonly #parts: ActiveCallParts
  readonly #muted = new Set<bigint>()
  readonly #volumes = new Map<bigint, number>()
  readonly #speakers = new Map<string, Speaker>()
  #status: CallStatus = CallStatus.Joining
  #transport: VoiceTransport | null = null
  /** Raised with each change of the voice connection: what an older one reports is ignored. */
  #attempt = 0
  #runtime: VoiceRuntime | null = null
  #encoder: Encoder | null = null
  #gate = CLOSED_GATE
  #isSending = false
  #wasConnected = false
  #giveUp: ReturnType<typeof setTimeout> | undefined

  constructor(parts: ActiveCallParts) {
    this.#parts = parts
    this.lobbyId = parts.lobbyId
    this.handlers = parts.handlers
    this.handlers.status(CallStatus.Joining, CallError.None, 0)
  }

  get status(): CallStatus {
    return this.#status
  }

  /** Whether media flows. */
  get isConnected(): boolean {
    return this.#status === CallStatus.Connected
  }

  /** Connects to a voice server in place of the present one. */
  connect(runtime: VoiceRuntime, place: VoicePlace): void {
    this.#leaveTransport()
    this.#runtime = runtime
    this.#encoder ??= runtime.encoder()
    this.setStatus(this.#wasConnected ? CallStatus.Reconnecting : CallStatus.Connecting)
    const attempt = this.#attempt
    const isCurrent = () => this.#attempt === attempt
    this.#transport = runtime.connect(place, {
      onState: (state) => {
        if (isCurrent()) this.#follow(state)
      },
      onEnd: (code) => {
        if (isCurrent()) this.#parts.onLost(code)
      },
      // The end of a voice connection ends everybody's speech.
      onSpeaking: (userId, isSpeaking) => this.handlers.speaking(BigInt(userId), isSpeaking),
      onFrame: (userId, frame, sequence) => this.#speaker(userId).push(sequence, frame),
    })
  }

  #follow(state: Parameters<TransportEvents['onState']>[0]): void {
    if (state === 'connected') {
      this.#wasConnected = true
      this.setStatus(CallStatus.Connected)
      this.#parts.sound.add(this)
    } else if (state === 'lost') this.setStatus(CallStatus.Reconnecting, CallError.VoiceConnectionFailed)
    else if (this.#wasConnected) this.setStatus(CallStatus.Reconnecting, CallError.SignalingUnexpectedClose)
    else this.setStatus(state === 'signalling' ? CallStatus.SignalingConnected : CallStatus.Connecting)
  }

  /** Changes the status, and reports it unless it is the present one. */
  setStatus(status: CallStatus, error: CallError = CallError.None, detail = 0): void {
    if (status === this.#status) return
    this.#status = status
    if (status !== CallStatus.Reconnecting) clearTimeout(this.#giveUp)
    else this.#giveUp = setTimeout(() => this.#parts.onGivenUp(), RECONNECT_MAX_MS)
    if (status !== CallStatus.Connected) this.#parts.sound.remove(this)
    this.handlers.status(status, error, detail)
  }

  /** Ends the voice connection. Nothing is reported by it any more. */
  end(error: CallError = CallError.None, detail = 0): void {
    this.#leaveTransport()
    this.setStatus(CallStatus.Disconnected, error, detail)
  }

  #leaveTransport(): void {
    this.#attempt += 1
    this.#stopSending()
    this.#transport?.close()
    this.#transport = null
    this.#speakers.clear()
    this.#parts.sound.remove(this)
  }

  /** Forgets a participant who left, with their decoder. */
  forget(userId: bigint): void {
    this.#speakers.delete(`${userId}`)
  }

  #speaker(userId: string): Speaker {
    const known = this.#speakers.get(userId)
    if (known) return known
    if (!this.#runtime) throw new Error('sound arrived before the call connected')
    const speaker = new Speaker(this.#runtime.decoder())
    this.#speakers.set(userId, speaker)
    return speaker
  }

  /** Sends 20 ms of the microphone if the player is not muted and speaks. */
  capture(pcm: Int16Array): void {
    const { audio, sound, userId } = this.#parts
    audio.captured?.(pcm, BigInt(SAMPLES_PER_CHANNEL), SAMPLE_RATE, BigInt(CHANNELS))
    amplify(pcm, sound.settings.inputVolume / VOLUME_DEFAULT)
    const settings: GateSettings = this.settings
    const now = performance.now()
    this.#gate = stepGate(this.#gate, settings, levelOf(pcm), now)
    const isSent = !this.#parts.isMuted() && isOpen(this.#gate, settings, now)
    if (!isSent) return this.#stopSending()
    const frame = this.#encoder?.encode(pcm)
    if (!frame || !this.#transport?.send(frame) || this.#isSending) return
    this.#isSending = true
    this.handlers.speaking(userId, true)
  }

  #stopSending(): void {
    if (!this.#isSending) return
    this.#isSending = false
    this.#transport?.pause()
    this.handlers.speaking(this.#parts.userId, false)
  }

  /** Adds the next 20 ms of all speakers to a sum. */
  mix(sum: Int32Array): void {
    const { received } = this.#parts.audio
    const isDeaf = this.#parts.isDeaf()
    for (const [id, speaker] of this.#speakers) {
      const pcm = speaker.take()
      if (!pcm) continue
      const userId = BigInt(id)
      const outShouldMute = { value: false }
      received?.(userId, pcm, BigInt(SAMPLES_PER_CHANNEL), SAMPLE_RATE, BigInt(CHANNELS), outShouldMute)
      if (!isDeaf && !outShouldMute.value && !this.#muted.has(userId)) addSpeaker(sum, pcm, this.volumeOf(userId))
    }
  }

  /** Returns whether a participant is muted for this player alone. */
  isLocallyMuted(userId: bigint): boolean {
    return this.#muted.has(userId)
  }

  /** Mutes a participant for this player alone. */
  muteLocally(userId: bigint, isMuted: boolean): void {
    if (isMuted) this.#muted.add(userId)
    else this.#muted.delete(userId)
  }

  /** Returns the volume of a participant, 0 to 200. */
  volumeOf(userId: bigint): number {
    return this.#volumes.get(userId) ?? VOLUME_DEFAULT
  }

  /** Sets the volume of a participant, limited to 0 to 200. */
  setVolume(userId: bigint, volume: number): void {
    this.#volumes.set(userId, clamp(volume, 0, VOLUME_MAX))
  }

  /** Sets the sensitivity of voice detection, limited to -100 to 0 dBFS. */
  setThreshold(automatic: boolean, threshold: number): void {
    this.settings.automatic = automatic
    this.settings.threshold = clamp(threshold, THRESHOLD_MIN, 0)
  }
}
