import { VoiceCloseCode, VoiceOp } from '@guildhall/protocol'
import { createStore, type StoreApi } from 'zustand/vanilla'
import {
  changeVoiceSettings,
  type VoiceSettings,
  voiceSettings,
  volumeOf,
} from '../../../domain/voice/voice-settings.ts'
import { Camera } from '../pictures/camera.ts'
import type { DeviceState } from '../sound/device.ts'
import { Microphone } from '../sound/microphone.ts'
import { Playback } from '../sound/playback.ts'
import type { FromVoiceWorker, ToVoiceWorker } from '../worker/messages.ts'
import { newVoiceWorker, type Ready } from './call-parts.ts'
import { CAMERA_ENCODINGS, CAMERA_STREAMS, CallVideo } from './call-video.ts'
import { Peer } from './peer.ts'
import { type Quality, QualityMeter } from './quality.ts'
import { VoiceGateway, type VoiceIdentity } from './voice-gateway.ts'

/** Time without a connection after which another way is looked for, and then another session, in ms. */
const MEDIA_LOST_MS = 5_000
const SAMPLE_RATE = 48_000
const SPEAKING_MICROPHONE = 1

/** State of a call, as the panel shows it. */
export interface CallState {
  readonly status: 'joining' | 'connected' | 'reconnecting'
  /** Whether frames are end-to-end encrypted; null as long as it is unknown. */
  readonly encrypted: boolean | null
  /** Members of the encrypted group. */
  readonly users: readonly string[]
  readonly privacyCode: string
  readonly microphone: DeviceState
  readonly camera: DeviceState
  /** Level of the microphone, 0 to 100. */
  readonly level: number
  /** Whether sound leaves this page. */
  readonly sending: boolean
  readonly speaking: ReadonlySet<string>
  /** Whether the browser wants a press before it plays. */
  readonly blocked: boolean
  /** Whether this browser cannot take part, because the call is encrypted. */
  readonly unsupported: boolean
  readonly quality: Quality
  /** Codes of 45 digits by user, of those that were asked for. */
  readonly verifications: ReadonlyMap<string, string>
}

const BEGIN: CallState = {
  status: 'joining',
  encrypted: null,
  users: [],
  privacyCode: '',
  microphone: 'off',
  camera: 'off',
  level: 0,
  sending: false,
  speaking: new Set(),
  blocked: false,
  unsupported: false,
  quality: { level: 'good', pingMs: null, lossPercent: 0, jitterMs: 0, transport: 'UDP' },
  verifications: new Map(),
}

export interface VoiceCallParts {
  readonly endpoint: string
  readonly identity: VoiceIdentity
  /** The session has ended. `again` if this person may begin another one. */
  readonly onEnd: (again: boolean) => void
}

/** Wishes of the person, and of moderators, about a call. */
export interface CallWishes {
  /** Whether the microphone is closed to others. */
  readonly mute: boolean
  /** Whether nothing is played. */
  readonly deaf: boolean
  /** Whether the person may speak at all: not in the audience of a stage. */
  readonly maySpeak: boolean
}

/** One call of this page: its sockets, sound and encryption. It ends with `close`. */
export class VoiceCall {
  readonly store: StoreApi<CallState> = createStore(() => BEGIN)
  readonly #parts: VoiceCallParts
  readonly #context = new AudioContext({ sampleRate: SAMPLE_RATE })
  readonly #worker: Worker | null
  readonly #gateway: VoiceGateway
  readonly #peer: Peer
  readonly #playback: Playback
  readonly #microphone: Microphone
  readonly #video: CallVideo
  readonly #camera: Camera
  readonly #meter: QualityMeter
  readonly #endSettings: () => void
  #wishes: CallWishes = { mute: true, deaf: false, maySpeak: false }
  #ssrc: number | null = null
  #connected = false
  #lost: ReturnType<typeof setTimeout> | undefined

  constructor(parts: VoiceCallParts) {
    this.#parts = parts
    const { channelId, userId } = parts.identity
    this.#worker = newVoiceWorker()
    this.#worker?.addEventListener('message', ({ data }: MessageEvent<FromVoiceWorker>) => this.#fromWorker(data))
    this.#toWorker({ name: 'begin', userId, groupId: channelId })
    const set = (change: Partial<CallState>) => this.store.setState(change)
    this.#playback = new Playback(this.#context, {
      volumeOf: (user) => volumeOf(voiceSettings.getState(), user),
      onSpeaking: (speaking) => set({ speaking }),
      onBlocked: (blocked) => set({ blocked }),
    })
    this.#microphone = new Microphone(this.#context, {
      settings: voiceSettings.getState,
      onState: (microphone) => set({ microphone }),
      onSending: (sending) => this.#sending(sending),
      onLevel: (level) => level !== this.store.getState().level && set({ level }),
    })
    this.#video = new CallVideo({
      peer: () => this.#peer,
      send: (op, data) => this.#gateway.send(op, data),
      onSource: (ssrc, userId) => this.#toWorker({ name: 'source', ssrc, userId }),
    })
    this.#camera = new Camera({
      deviceId: () => voiceSettings.getState().cameraId,
      onState: (camera) => set({ camera }),
      onTrack: (track) => this.#video.show(track),
    })
    this.#peer = this.#newPeer()
    this.#meter = new QualityMeter(
      () => this.#peer.statistics(),
      (quality) => set({ quality }),
    )
    this.#gateway = new VoiceGateway({
      endpoint: parts.endpoint,
      identity: parts.identity,
      maxDaveVersion: this.#worker ? 1 : 0,
      streams: CAMERA_STREAMS,
      onMessage: (op, data) => this.#receive(op, data),
      onConnected: (connected) => this.#socketChanged(connected),
      onEnd: (again, code) => {
        if (code === VoiceCloseCode.ENCRYPTION_REQUIRED) set({ unsupported: true })
        parts.onEnd(again)
      },
      onPing: (ms) => this.#meter.ping(ms),
    })
    this.#endSettings = voiceSettings.subscribe((next, former) => this.#settingsChanged(next, former))
    this.#applyOutput()
  }

  #newPeer(): Peer {
    return new Peer({
      worker: this.#worker,
      select: (sdp, codecs) => {
        const rtc_connection_id = crypto.randomUUID()
        this.#gateway.send(VoiceOp.SELECT_PROTOCOL, { protocol: 'webrtc', data: sdp, sdp, codecs, rtc_connection_id })
      },
      encodings: CAMERA_ENCODINGS,
      onTrack: (stream, track) => {
        if (stream.kind === 'video') this.#video.add(stream, track)
        else this.#playback.add(stream.userId, track)
      },
      onTrackEnded: (stream) => {
        if (stream.kind === 'video') this.#video.remove(stream)
        else this.#playback.remove(stream.userId)
      },
      onState: (state) => this.#mediaChanged(state),
    })
  }

  /** Handles a message of the voice gateway. */
  #receive(op: number, data: unknown): void {
    this.#messages[op]?.(data as never)
    this.#toWorker({ name: 'receive', op, data })
  }

  readonly #messages: { readonly [op: number]: (data: never) => void } = {
    [VoiceOp.READY]: ({ ssrc, streams = [], ice_servers = [] }: Ready) => {
      this.#ssrc = ssrc
      this.#peer.use(ice_servers)
      this.#video.ready(ssrc, streams)
      this.#peer.offer()
    },
    [VoiceOp.RESUMED]: () => {
      this.#video.tell()
      if (this.#connected) this.#announce(this.store.getState().sending)
    },
    [VoiceOp.SESSION_DESCRIPTION]: ({ sdp, video_codec = 'VP8' }: { sdp: string; video_codec?: string }) =>
      this.#peer.answer(sdp, video_codec),
    [VoiceOp.SPEAKING]: (data: { user_id?: string; ssrc: number }) => this.#hear(data),
    [VoiceOp.VIDEO]: (data: Parameters<CallVideo['announced']>[0]) => this.#video.announced(data),
    [VoiceOp.MEDIA_SINK_WANTS]: (data: Record<string, number>) => this.#video.wanted(data),
    [VoiceOp.SESSION_UPDATE]: ({ video_codec }: { video_codec?: string }) => {
      if (video_codec) this.#peer.useCodec(video_codec)
    },
    [VoiceOp.CLIENT_DISCONNECT]: ({ user_id }: { user_id: string }) => {
      this.#video.ended(user_id)
      this.#peer.forget(user_id)
    },
  }

  #hear({ user_id: userId, ssrc }: { user_id?: string; ssrc: number }): void {
    if (!userId) return
    this.#toWorker({ name: 'source', ssrc, userId })
    this.#peer.receive({ kind: 'audio', userId, rid: '', ssrc, rtxSsrc: null })
  }

  #fromWorker(message: FromVoiceWorker): void {
    switch (message.name) {
      case 'replies':
        for (const reply of message.replies) {
          if ('payload' in reply) this.#gateway.sendBinary(reply.op, reply.payload)
          else this.#gateway.send(reply.op, reply.data)
        }
        return
      case 'changed': {
        const { isPlain, users, privacyCode } = message
        this.store.setState({ encrypted: !isPlain, users, privacyCode, verifications: new Map() })
        return
      }
      case 'verification': {
        const verifications = new Map(this.store.getState().verifications).set(message.userId, message.code)
        this.store.setState({ verifications })
        return
      }
      case 'layer':
        return this.#video.layerBegan(message.userId, message.ssrc)
      case 'failed':
        return this.#parts.onEnd(true)
    }
  }

  #toWorker(message: ToVoiceWorker): void {
    this.#worker?.postMessage(message)
  }

  #socketChanged(connected: boolean): void {
    if (!connected) this.store.setState({ status: 'reconnecting' })
    else if (this.#connected) this.store.setState({ status: 'connected' })
  }

  #mediaChanged(state: RTCPeerConnectionState): void {
    clearTimeout(this.#lost)
    if (state === 'connected') {
      this.#connected = true
      this.store.setState({ status: 'connected' })
      // The others learn the SSRC before they hear anything.
      this.#announce(this.store.getState().sending)
      return
    }
    if (state !== 'disconnected' && state !== 'failed') return
    this.store.setState({ status: 'reconnecting' })
    if (state === 'failed') this.#peer.offer()
    this.#lost = setTimeout(() => this.#parts.onEnd(true), state === 'failed' ? MEDIA_LOST_MS : 2 * MEDIA_LOST_MS)
  }

  /** Applies what the person and moderators want. */
  want(wishes: CallWishes): void {
    const former = this.#wishes
    this.#wishes = wishes
    this.#applyOutput()
    const opens = (of: CallWishes) => of.maySpeak && !of.mute
    if (opens(wishes) && !opens(former)) void this.openMicrophone()
    if (!opens(wishes) && opens(former)) this.#closeMicrophone()
  }

  /** Opens the microphone, again after it was refused or lost. */
  async openMicrophone(): Promise<void> {
    const track = await this.#microphone.open()
    if (!this.#wishes.mute && this.#wishes.maySpeak) await this.#peer.send(track)
  }

  /** Turns the camera on, again after it was refused or lost. */
  async openCamera(): Promise<void> {
    await this.#camera.open()
  }

  /** Turns the camera off. */
  closeCamera(): void {
    this.#camera.close()
  }

  #closeMicrophone(): void {
    this.#microphone.close()
    void this.#peer.send(null)
  }

  #applyOutput(): void {
    const { outputVolume } = voiceSettings.getState()
    this.#playback.setVolume(this.#wishes.deaf ? 0 : outputVolume)
  }

  #settingsChanged(next: VoiceSettings, former: VoiceSettings): void {
    this.#applyOutput()
    this.#playback.updateVolumes()
    this.#microphone.update()
    if (next.outputId !== former.outputId) void this.#chooseOutput(next.outputId)
    const reopens = (['inputId', 'echoCancellation', 'noiseSuppression', 'autoGainControl'] as const).some(
      (name) => next[name] !== former[name],
    )
    const { camera } = this.store.getState()
    if (next.cameraId !== former.cameraId && camera === 'on') void this.openCamera()
    if (reopens && this.store.getState().microphone === 'on') void this.openMicrophone()
  }

  async #chooseOutput(id: string): Promise<void> {
    const context = this.#context as AudioContext & { setSinkId?: (id: string) => Promise<void> }
    await context.setSinkId?.(id).catch(() => changeVoiceSettings({ outputId: '' }))
  }

  #sending(sending: boolean): void {
    this.store.setState({ sending })
    if (this.#connected) this.#announce(sending)
  }

  #announce(sending: boolean): void {
    const speaking = sending ? SPEAKING_MICROPHONE : 0
    this.#gateway.send(VoiceOp.SPEAKING, { speaking, delay: 0, ssrc: this.#ssrc })
  }

  /** Presses or releases the key of push to talk. */
  hold(held: boolean): void {
    this.#microphone.hold(held)
  }

  /** Plays after a press, which the browser wanted. */
  play(): void {
    this.#playback.resume()
  }

  /** Asks for the code by which the person and another member verify each other. */
  verify(userId: string): void {
    this.#toWorker({ name: 'verify', userId })
  }

  /** Leaves the call. */
  close(): void {
    clearTimeout(this.#lost)
    this.#endSettings()
    this.#meter.close()
    this.#gateway.close()
    this.#microphone.close()
    this.#camera.end()
    this.#video.close()
    this.#playback.close()
    this.#peer.close()
    this.#worker?.terminate()
    void this.#context.close()
  }
}
