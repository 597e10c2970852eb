import { type AudioBackend, DEFAULT_AUDIO_DEVICE_ID, type Device } from '../audio-backend.ts'
import { FRAME_SAMPLES } from './sound.ts'
import { everyFrame } from './ticker.ts'

const DEVICES: readonly Device[] = [{ id: DEFAULT_AUDIO_DEVICE_ID, name: 'Default', isDefault: true }]

/** The backend of a game that names none: a microphone of silence, and a loudspeaker that plays nothing. */
export const SILENT_BACKEND: AudioBackend = {
  inputs: () => DEVICES,
  outputs: () => DEVICES,
  openInput: (_id, onFrame) => ({ close: everyFrame(() => onFrame(new Int16Array(FRAME_SAMPLES))) }),
  openOutput: () => ({ play: () => undefined, close: () => undefined }),
}
