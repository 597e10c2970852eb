import type { AudioBackend } from '../../audio-backend.ts'
import { clamp } from '../../voice/clamp.ts'

/** Volume that changes nothing. */
export const VOLUME_DEFAULT = 100
const INPUT_VOLUME_MAX = 100
const OUTPUT_VOLUME_MAX = 200
/** Level of the watch for a silent microphone that switches it off. */
const WATCH_OFF_DBFS = -100
const WATCH_MAX_DBFS = 100

/** Processing of sound that the game asks for. */
type SoundProcessing = Parameters<NonNullable<AudioBackend['setProcessing']>>[0]

const PROCESSING_AT_FIRST: SoundProcessing = {
  echoCancellation: true,
  noiseSuppression: true,
  noiseCancellation: false,
  automaticGainControl: true,
  aecDump: false,
}

/** Volumes and processing of one Client, which games set before and during calls. */
export class SoundSettings {
  readonly #backend: AudioBackend | null
  #processing = PROCESSING_AT_FIRST
  #inputVolume = VOLUME_DEFAULT
  #outputVolume = VOLUME_DEFAULT
  #silentBelow = WATCH_OFF_DBFS

  /** @param backend of the game; null for the silent one */
  constructor(backend: AudioBackend | null) {
    this.#backend = backend
    backend?.setProcessing?.(this.#processing)
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
  get silentBelow(): number {
    return this.#silentBelow
  }

  set silentBelow(dbfs: number) {
    this.#silentBelow = clamp(dbfs, WATCH_OFF_DBFS, WATCH_MAX_DBFS)
  }

  /** Passes hints of the game to the backend. */
  process(change: Partial<SoundProcessing>): void {
    this.#processing = { ...this.#processing, ...change }
    this.#backend?.setProcessing?.(this.#processing)
  }
}
