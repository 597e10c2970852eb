/** Id of the default device of the system. */
export const DEFAULT_AUDIO_DEVICE_ID = 'default'

/** A microphone or loudspeaker of a backend. */
export interface Device {
  readonly id: string
  readonly name: string
  readonly isDefault: boolean
}

/** Devices of a game without a backend. */
export const SILENT_DEVICES: readonly Device[] = [{ id: DEFAULT_AUDIO_DEVICE_ID, name: 'Default', isDefault: true }]

/** Source and target of the sound of calls: 48 kHz, 2 channels, interleaved, 960 samples a channel (20 ms). */
export interface AudioBackend {
  inputs(): readonly Device[]
  outputs(): readonly Device[]
  /** Opens a microphone and calls `onFrame` every 20 ms. */
  openInput(id: string, onFrame: (pcm: Int16Array) => void): { close(): void }
  /** Opens a loudspeaker. */
  openOutput(id: string): { play(pcm: Int16Array): void; close(): void }
  /** Calls a listener whenever devices come or go. */
  onDevicesChanged?(listener: () => void): void
  /** Takes what the game asks of the processing of sound. The library itself changes volumes only. */
  setProcessing?(processing: {
    readonly echoCancellation: boolean
    readonly noiseSuppression: boolean
    readonly noiseCancellation: boolean
    readonly automaticGainControl: boolean
    /** Whether diagnostics of echo cancellation are to be written. */
    readonly aecDump: boolean
  }): void
}
