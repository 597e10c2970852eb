import type { VoiceSettings } from './host.ts'

/** Settings of a person who changed none. There are no devices: the client plays no sound. */
export const DEFAULT_VOICE_SETTINGS: VoiceSettings = {
  input: { device_id: 'default', volume: 100 },
  output: { device_id: 'default', volume: 100 },
  mode: { type: 'VOICE_ACTIVITY', auto_threshold: true, threshold: -60, shortcut: [], delay: 20 },
  automatic_gain_control: true,
  echo_cancellation: true,
  noise_suppression: true,
  qos: true,
  silence_warning: false,
  deaf: false,
  mute: false,
}
