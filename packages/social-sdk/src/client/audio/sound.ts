import type { AudioBackend } from '../../audio-backend.ts'
import { clamp, clipped, FRAME_SAMPLES, levelOf, mixInto } from '../../voice/sound.ts'
import { everyFrame } from '../../voice/ticker.ts'
import type { Devices } from './devices.ts'
import { NOT_SILENT, stepSilence } from './silence-watch.ts'

const VOLUME_DEFAULT = 100
const INPUT_VOLUME_MAX = 100
const OUTPUT_VOLUME_MAX = 200
/** Level of the watch for a silent microphone that switches it off. */
const WATCH_OFF_DBFS = -100
const WATCH_MAX_DBFS = 100

/** A connected call, as the devices see it. */
export interface SoundingCall {
  /** Takes 20 ms of the microphone, which it may change. */
  capture(pcm: Int16Array): void
  /** Adds the next 20 ms of its speakers to a sum. */
  mix(sum: Int32Array): void
}

/** Processing of sound that the game asks for. */
export type SoundProcessing = Parameters<NonNullable<AudioBackend['setProcessing']>>[0]

const PROCESSING_AT_FIRST: SoundProcessing = {
  echoCancellation: true,
  noiseSuppression: true,
  noiseCancellation: false,
  automaticGainControl: true,
  aecDump: false,
}

/** Microphone and loudspeaker of one Client. They are open while a call is connected. */
export class Sound {
  readonly #backend: AudioBackend
  readonly #devices: Devices
  readonly #calls = new Set<SoundingCall>()
  /** Called when the microphone falls silent, and when it is heard again. */
  onInput: (isDetected: boolean) => void = () => undefined
  #processing = PROCESSING_AT_FIRST
  #inputVolume = VOLUME_DEFAULT
  #outputVolume = VOLUME_DEFAULT
  #watchDbfs = WATCH_OFF_DBFS
  #silence = NOT_SILENT
  #input: { readonly id: string; close(): void } | null = null
  #output: { readonly id: string; play(pcm: Int16Array): void; close(): void } | null = null
  #stop: (() => void) | null = null

  constructor(backend: AudioBackend, devices: Devices) {
    this.#backend = backend
    this.#devices = devices
    backend.setProcessing?.(this.#processing)
  }

  /** Volume of the microphone, 0 to 100. */
  get inputVolume(): number {
    return this.#inputVolume
  }

  set inputVolume(volume: number) {
    this.#inputVolume = clamp(volume, 0, INPUT_VOLUME_MAX)
  }

  /** Volume of the loudspeaker, 0 to 200. */
  get outputVolume(): number {
    return this.#outputVolume
  }

  set outputVolume(volume: number) {
    this.#outputVolume = clamp(volume, 0, OUTPUT_VOLUME_MAX)
  }

  /** Level in dBFS below which the microphone counts as silent; -100 switches that off. */
  set silentBelow(dbfs: number) {
    this.#watchDbfs = clamp(dbfs, WATCH_OFF_DBFS, WATCH_MAX_DBFS)
  }

  /** Passes hints of the game to the backend. */
  process(change: Partial<SoundProcessing>): void {
    this.#processing = { ...this.#processing, ...change }
    this.#backend.setProcessing?.(this.#processing)
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
      this.#input?.close()
      this.#input =
        inputId === null
          ? null
          : { id: inputId, ...opened(this.#backend.openInput(inputId, (pcm) => this.#capture(pcm))) }
    }
    const outputId = isNeeded ? this.#devices.output.currentId() : null
    if (this.#output?.id === outputId) return
    this.#output?.close()
    if (outputId === null) this.#output = null
    else {
      const output = this.#backend.openOutput(outputId)
      this.#output = { id: outputId, play: (pcm) => output.play(pcm), close: () => output.close() }
    }
  }

  #capture(pcm: Int16Array): void {
    if (pcm.length !== FRAME_SAMPLES) return
    const was = this.#silence.isDetected
    this.#silence = stepSilence(this.#silence, this.#watchDbfs, levelOf(pcm), performance.now())
    if (was !== this.#silence.isDetected) this.onInput(this.#silence.isDetected)
    for (const call of this.#calls) call.capture(pcm.slice())
  }

  #play(): void {
    const sum = new Int32Array(FRAME_SAMPLES)
    for (const call of this.#calls) call.mix(sum)
    this.#output?.play(clipped(sum, this.#outputVolume / VOLUME_DEFAULT))
  }
}

function opened(input: { close(): void }): { close(): void } {
  return { close: () => input.close() }
}

/** Adds 20 ms of a speaker with a volume of 0 to 200. */
export function addSpeaker(sum: Int32Array, pcm: Int16Array, volume: number): void {
  mixInto(sum, pcm, volume / VOLUME_DEFAULT)
}
