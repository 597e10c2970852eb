import type { AudioBackend } from '../../audio-backend.ts'
import { clipped, FRAME_SAMPLES, levelOf, mixInto } from '../../voice/sound.ts'
import { everyFrame } from '../../voice/ticker.ts'
import type { Devices } from './devices.ts'
import { NOT_SILENT, stepSilence } from './silence-watch.ts'
import { type SoundSettings, VOLUME_DEFAULT } from './sound-settings.ts'

/** A connected call, as the devices see it. */
export interface SoundingCall {
  /** Takes 20 ms of the microphone, which it may change. */
  capture(pcm: Int16Array): void
  /** Adds the next 20 ms of its speakers to a sum. */
  mix(sum: Int32Array): void
}

/** Microphone and loudspeaker of one Client. They are open while a call is connected. */
export class Sound {
  readonly settings: SoundSettings
  readonly #backend: AudioBackend
  readonly #devices: Devices
  readonly #calls = new Set<SoundingCall>()
  /** Called when the microphone falls silent, and when it is heard again. */
  onInput: (isDetected: boolean) => void = () => undefined
  #silence = NOT_SILENT
  #input: { readonly id: string; readonly device: ReturnType<AudioBackend['openInput']> } | null = null
  #output: { readonly id: string; readonly device: ReturnType<AudioBackend['openOutput']> } | null = null
  #stop: (() => void) | null = null

  constructor(backend: AudioBackend, devices: Devices, settings: SoundSettings) {
    this.settings = settings
    this.#backend = backend
    this.#devices = devices
  }

  /** Opens the devices for the first call. */
  add(call: SoundingCall): void {
    this.#calls.add(call)
    this.refresh()
    this.#stop ??= everyFrame(() => this.#play())
  }

  /** Closes the devices after the last call. */
  remove(call: SoundingCall): void {
    if (!this.#calls.delete(call) || this.#calls.size > 0) return
    this.#stop?.()
    this.#stop = null
    this.refresh()
    this.#silence = NOT_SILENT
  }

  /** Opens the devices that are chosen now in place of others. */
  refresh(): void {
    const isNeeded = this.#calls.size > 0
    const inputId = isNeeded ? this.#devices.input.currentId() : null
    if (this.#input?.id !== inputId) {
      this.#input?.device.close()
      this.#input = inputId === null ? null : { id: inputId, device: this.#openInput(inputId) }
    }
    const outputId = isNeeded ? this.#devices.output.currentId() : null
    if (this.#output?.id === outputId) return
    this.#output?.device.close()
    this.#output = outputId === null ? null : { id: outputId, device: this.#backend.openOutput(outputId) }
  }

  #openInput(id: string): { close(): void } {
    return this.#backend.openInput(id, (pcm) => this.#capture(pcm))
  }

  #capture(pcm: Int16Array): void {
    if (pcm.length !== FRAME_SAMPLES) return
    const was = this.#silence.isDetected
    this.#silence = stepSilence(this.#silence, this.settings.silentBelow, levelOf(pcm), performance.now())
    if (was !== this.#silence.isDetected) this.onInput(this.#silence.isDetected)
    for (const call of this.#calls) call.capture(pcm.slice())
  }

  #play(): void {
    const sum = new Int32Array(FRAME_SAMPLES)
    for (const call of this.#calls) call.mix(sum)
    this.#output?.device.play(clipped(sum, this.settings.outputVolume / VOLUME_DEFAULT))
  }
}

/** Adds 20 ms of a speaker with a volume of 0 to 200. */
export function addSpeaker(sum: Int32Array, pcm: Int16Array, volume: number): void {
  mixInto(sum, pcm, volume / VOLUME_DEFAULT)
}
