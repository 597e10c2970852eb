import { type AudioBackend, SILENT_DEVICES } from '../audio-backend.ts'
import { FRAME_SAMPLES } from './sound.ts'
import { everyFrame } from './ticker.ts'

/** The backend of a game that names none: a microphone of silence, and a loudspeaker that plays nothing. */
export const SILENT_BACKEND: AudioBackend = {
  inputs: () => SILENT_DEVICES,
  outputs: () => SILENT_DEVICES,
  openInput: (_id, onFrame) => ({ close: everyFrame(() => onFrame(new Int16Array(FRAME_SAMPLES))) }),
  openOutput: () => ({ play: () => undefined, close: () => undefined }),
}
