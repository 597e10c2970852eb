import type { VoiceSettings } from '../../../domain/voice/voice-settings.ts'
import { type DeviceState, reasonOf, stopTracks } from './device.ts'
import { levelOf } from './playback.ts'

const FFT_SIZE = 512
const CHECK_MS = 50
/** Time for which the gate stays open after the last loud sound, in ms. */
const RELEASE_MS = 300

export interface MicrophoneParts {
  readonly settings: () => VoiceSettings
  readonly onState: (state: DeviceState) => void
  /** Sound leaves the page, or does not. */
  readonly onSending: (sending: boolean) => void
  /** Level of the moment, 0 to 100. */
  readonly onLevel: (level: number) => void
}

interface Input {
  readonly stream: MediaStream
  readonly source: MediaStreamAudioSourceNode
  readonly gain: GainNode
  readonly gate: GainNode
  readonly analyser: AnalyserNode
  readonly out: MediaStreamAudioDestinationNode
}

/** The microphone of a call: asked for when it is needed, gated by voice activity or push to talk, and closed after. */
export class Microphone {
  readonly #parts: MicrophoneParts
  readonly #context: AudioContext
  readonly #samples = new Float32Array(FFT_SIZE)
  #input: Input | null = null
  #opening = 0
  #check: ReturnType<typeof setInterval> | undefined
  #loudAt = Number.NEGATIVE_INFINITY
  #held = false
  #sending = false

  constructor(context: AudioContext, parts: MicrophoneParts) {
    this.#context = context
    this.#parts = parts
  }

  /** Opens the chosen microphone. Returns the track to send; null if there is none. */
  async open(): Promise<MediaStreamTrack | null> {
    this.close()
    const turn = this.#opening
    this.#parts.onState('asking')
    try {
      const stream = await this.#request()
      if (turn !== this.#opening) {
        stopTracks(stream)
        return null
      }
      return this.#use(stream)
    } catch (error) {
      if (turn === this.#opening) this.#parts.onState(reasonOf(error))
      return null
    }
  }

  async #request(): Promise<MediaStream> {
    const { echoCancellation, noiseSuppression, autoGainControl, inputId } = this.#parts.settings()
    const processing = { echoCancellation, noiseSuppression, autoGainControl }
    const device = inputId === '' ? {} : { deviceId: { exact: inputId } }
    try {
      return await navigator.mediaDevices.getUserMedia({ audio: { ...processing, ...device } })
    } catch (error) {
      // The chosen device may have been taken away: the usual one is better than none.
      if (inputId === '' || reasonOf(error) === 'refused') throw error
      return await navigator.mediaDevices.getUserMedia({ audio: processing })
    }
  }

  #use(stream: MediaStream): MediaStreamTrack | null {
    const context = this.#context
    const source = context.createMediaStreamSource(stream)
    const gain = context.createGain()
    const gate = context.createGain()
    const analyser = context.createAnalyser()
    const out = context.createMediaStreamDestination()
    analyser.fftSize = FFT_SIZE
    gate.gain.value = 0
    source.connect(gain)
    gain.connect(analyser)
    gain.connect(gate).connect(out)
    this.#input = { stream, source, gain, gate, analyser, out }
    this.update()
    stream.getAudioTracks()[0]?.addEventListener('ended', () => this.#ended(stream))
    this.#check = setInterval(() => this.#listen(), CHECK_MS)
    this.#parts.onState('on')
    return out.stream.getAudioTracks()[0] ?? null
  }

  #ended(stream: MediaStream): void {
    if (this.#input?.stream !== stream) return
    this.close()
    this.#parts.onState('lost')
  }

  /** Applies changed settings. A change of device or processing needs `open`. */
  update(): void {
    if (this.#input) this.#input.gain.gain.value = this.#parts.settings().inputVolume / 100
  }

  /** Presses or releases the key of push to talk. */
  hold(held: boolean): void {
    this.#held = held
    this.#listen()
  }

  #listen(): void {
    const input = this.#input
    if (!input) return
    const level = toPercent(levelOf(input.analyser, this.#samples))
    this.#parts.onLevel(level)
    const { mode, sensitivity } = this.#parts.settings()
    const now = performance.now()
    if (level >= sensitivity) this.#loudAt = now
    const open = mode === 'push-to-talk' ? this.#held : now - this.#loudAt <= RELEASE_MS
    input.gate.gain.value = open ? 1 : 0
    if (open === this.#sending) return
    this.#sending = open
    this.#parts.onSending(open)
  }

  /** Closes the device. */
  close(): void {
    this.#opening += 1
    clearInterval(this.#check)
    if (this.#sending) this.#parts.onSending(false)
    this.#sending = false
    if (!this.#input) return
    stopTracks(this.#input.stream)
    this.#input.source.disconnect()
    this.#input.gate.disconnect()
    this.#input = null
    this.#parts.onLevel(0)
    this.#parts.onState('off')
  }
}

/** Returns a level as people read it: 60 dB below full scale is 0, full scale is 100. */
function toPercent(level: number): number {
  const decibels = 20 * Math.log10(Math.max(level, 1e-6))
  return Math.round(Math.min(100, Math.max(0, (decibels + 60) / 0.6)))
}
