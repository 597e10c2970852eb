import { VoiceOp } from '@guildhall/protocol'
import { voiceSettings, volumeOf } from '../../../domain/voice/voice-settings.ts'
import { newVoiceWorker, type Ready } from '../call/call-parts.ts'
import { Peer } from '../call/peer.ts'
import { VoiceGateway, type VoiceIdentity } from '../call/voice-gateway.ts'
import { Playback } from '../sound/playback.ts'
import type { FromVoiceWorker, ToVoiceWorker } from '../worker/messages.ts'

const SAMPLE_RATE = 48_000
/** Bit of op 5 for the sound of a shared screen. */
const SPEAKING_SOUNDSHARE = 2
const STREAMS = [{ type: 'video', rid: '100', quality: 100 }] as const
const ENCODINGS: readonly RTCRtpEncodingParameters[] = [{ rid: '100', maxBitrate: 4_000_000 }]
const FULL = 100

/** Pictures and sound of a screen. */
export interface ScreenTracks {
  readonly video: MediaStreamTrack
  readonly audio: MediaStreamTrack | null
}

export interface StreamCallParts {
  readonly endpoint: string
  readonly identity: VoiceIdentity
  /** The own screen; null for a viewer. */
  readonly screen: ScreenTracks | null
  readonly isDeaf: boolean
  /** The picture of the screen that is watched. */
  readonly onVideo: (track: MediaStreamTrack | null) => void
  /** The session has ended. `again` if another one may begin. */
  readonly onEnd: (again: boolean) => void
}

/** The call of one shared screen: its owner sends, a viewer receives. It ends with `close`. */
export class StreamCall {
  readonly #parts: StreamCallParts
  readonly #context = new AudioContext({ sampleRate: SAMPLE_RATE })
  readonly #worker = newVoiceWorker()
  readonly #playback: Playback
  readonly #peer: Peer
  readonly #gateway: VoiceGateway
  readonly #endSettings: () => void
  #ssrc = 0
  #streams: NonNullable<Ready['streams']> = []
  #wanted = false

  constructor(parts: StreamCallParts) {
    this.#parts = parts
    const { channelId, userId } = parts.identity
    this.#worker?.addEventListener('message', ({ data }: MessageEvent<FromVoiceWorker>) => this.#fromWorker(data))
    this.#toWorker({ name: 'begin', userId, groupId: channelId })
    this.#playback = new Playback(this.#context, {
      volumeOf: (user) => volumeOf(voiceSettings.getState(), user),
      onSpeaking: () => undefined,
      onBlocked: () => undefined,
    })
    this.setDeaf(parts.isDeaf)
    this.#endSettings = voiceSettings.subscribe(() => this.#playback.updateVolumes())
    this.#peer = new Peer({
      worker: this.#worker,
      encodings: ENCODINGS,
      select: (sdp, codecs) => {
        const rtc_connection_id = crypto.randomUUID()
        this.#gateway.send(VoiceOp.SELECT_PROTOCOL, { protocol: 'webrtc', data: sdp, sdp, codecs, rtc_connection_id })
      },
      onTrack: ({ kind, userId: from }, track) => {
        if (kind === 'video') parts.onVideo(track)
        else this.#playback.add(from, track)
      },
      onTrackEnded: ({ kind, userId: from }) => {
        if (kind === 'video') parts.onVideo(null)
        else this.#playback.remove(from)
      },
      onState: (state) => this.#mediaChanged(state),
    })
    this.#gateway = new VoiceGateway({
      endpoint: parts.endpoint,
      identity: parts.identity,
      maxDaveVersion: this.#worker ? 1 : 0,
      streams: STREAMS,
      onMessage: (op, data) => {
        this.#messages[op]?.(data as never)
        this.#toWorker({ name: 'receive', op, data })
      },
      onConnected: () => undefined,
      onEnd: parts.onEnd,
      onPing: () => undefined,
    })
  }

  readonly #messages: { readonly [op: number]: (data: never) => void } = {
    [VoiceOp.READY]: ({ ssrc, streams = [], ice_servers = [] }: Ready) => {
      this.#ssrc = ssrc
      this.#streams = streams
      this.#peer.use(ice_servers)
      this.#peer.offer()
      this.#send()
      this.#tell()
    },
    // Messages that the page sent to a lost socket have not arrived.
    [VoiceOp.RESUMED]: () => this.#tell(),
    [VoiceOp.SESSION_DESCRIPTION]: ({ sdp, video_codec = 'VP8' }: { sdp: string; video_codec?: string }) =>
      this.#peer.answer(sdp, video_codec),
    [VoiceOp.SPEAKING]: ({ user_id: userId, ssrc }: { user_id?: string; ssrc: number }) => {
      if (!userId) return
      this.#toWorker({ name: 'source', ssrc, userId })
      this.#peer.receive({ kind: 'audio', userId, rid: '', ssrc, rtxSsrc: null })
    },
    [VoiceOp.VIDEO]: ({ user_id: userId, streams = [] }: { user_id?: string; streams?: Ready['streams'] }) => {
      const stream = streams.find(({ active }) => active !== false)
      if (!userId || !stream) return
      const { ssrc, rid, rtx_ssrc } = stream
      this.#toWorker({ name: 'source', ssrc, userId })
      this.#peer.receive({ kind: 'video', userId, rid, ssrc, rtxSsrc: rtx_ssrc ?? null })
    },
    [VoiceOp.CLIENT_DISCONNECT]: ({ user_id }: { user_id: string }) => this.#peer.forget(user_id),
  }

  /** Sends the own screen. */
  #send(): void {
    const { screen } = this.#parts
    if (!screen) return
    void this.#peer.show(screen.video)
    void this.#peer.send(screen.audio)
  }

  /** Tells the server what is sent, or what is wanted. */
  #tell(): void {
    this.#sendWants()
    const [stream] = this.#streams
    if (!this.#parts.screen || !stream) return
    const streams = this.#streams.map((one) => ({ ...one, active: true }))
    const { ssrc, rtx_ssrc } = stream
    this.#gateway.send(VoiceOp.VIDEO, { audio_ssrc: this.#ssrc, video_ssrc: ssrc, rtx_ssrc, streams })
  }

  #mediaChanged(state: RTCPeerConnectionState): void {
    if (state === 'failed') this.#peer.offer()
    if (state !== 'connected' || !this.#parts.screen?.audio) return
    this.#gateway.send(VoiceOp.SPEAKING, { speaking: SPEAKING_SOUNDSHARE, delay: 0, ssrc: this.#ssrc })
  }

  /** Asks for the picture while it is visible, and for none otherwise. */
  want(wanted: boolean): void {
    if (wanted === this.#wanted) return
    this.#wanted = wanted
    this.#sendWants()
  }

  #sendWants(): void {
    if (!this.#parts.screen) this.#gateway.send(VoiceOp.MEDIA_SINK_WANTS, { any: this.#wanted ? FULL : 0 })
  }

  /** Plays the sound, or not while the person is deafened. */
  setDeaf(isDeaf: boolean): void {
    this.#playback.setVolume(isDeaf ? 0 : voiceSettings.getState().outputVolume)
  }

  #fromWorker(message: FromVoiceWorker): void {
    if (message.name === 'failed') return this.#parts.onEnd(true)
    if (message.name !== 'replies') return
    for (const reply of message.replies) {
      if ('payload' in reply) this.#gateway.sendBinary(reply.op, reply.payload)
      else this.#gateway.send(reply.op, reply.data)
    }
  }

  #toWorker(message: ToVoiceWorker): void {
    this.#worker?.postMessage(message)
  }

  close(): void {
    this.#endSettings()
    this.#gateway.close()
    this.#playback.close()
    this.#peer.close()
    this.#worker?.terminate()
    void this.#context.close()
  }
}
