import { createStore } from 'zustand/vanilla'

const KEY = 'guildhall.voice-settings'
/** Largest volume, in percent. */
export const VOLUME_MAX = 200

/** Choices about sound, kept in this browser. */
export interface VoiceSettings {
  /** Device ids; empty for the usual device. */
  readonly inputId: string
  readonly outputId: string
  readonly cameraId: string
  /** Percent, 0 to 200. */
  readonly inputVolume: number
  readonly outputVolume: number
  readonly mode: 'voice-activity' | 'push-to-talk'
  /** Level from which voice activity sends, 0 to 100. */
  readonly sensitivity: number
  /** `code` of the key of push to talk. */
  readonly key: string
  readonly echoCancellation: boolean
  readonly noiseSuppression: boolean
  readonly autoGainControl: boolean
  /** Volumes in percent by user, of those that differ from 100. */
  readonly volumes: Readonly<Record<string, number>>
  /** Users who are muted here. */
  readonly muted: readonly string[]
}

const DEFAULTS: VoiceSettings = {
  inputId: '',
  outputId: '',
  cameraId: '',
  inputVolume: 100,
  outputVolume: 100,
  mode: 'voice-activity',
  sensitivity: 20,
  key: 'Backquote',
  echoCancellation: true,
  noiseSuppression: true,
  autoGainControl: true,
  volumes: {},
  muted: [],
}

/** The settings of this browser. */
export const voiceSettings = createStore<VoiceSettings>(() => read())

function read(): VoiceSettings {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? { ...DEFAULTS, ...stored } : DEFAULTS
  } catch {
    // Settings that cannot be read, or a browser without storage: the usual ones.
    return DEFAULTS
  }
}

/** Changes settings, for later visits too. */
export function changeVoiceSettings(change: Partial<VoiceSettings>): void {
  voiceSettings.setState(change)
  try {
    localStorage.setItem(KEY, JSON.stringify(voiceSettings.getState()))
  } catch {
    // Without storage the settings last as long as the page.
  }
}

/** Returns the volume at which a person is played, in percent. */
export function volumeOf({ volumes, muted }: VoiceSettings, userId: string): number {
  return muted.includes(userId) ? 0 : (volumes[userId] ?? 100)
}

/** Sets the volume of a person, in percent. */
export function setVolume(userId: string, percent: number): void {
  const { [userId]: _, ...others } = voiceSettings.getState().volumes
  const volume = Math.min(VOLUME_MAX, Math.max(0, Math.round(percent)))
  changeVoiceSettings({ volumes: volume === 100 ? others : { ...others, [userId]: volume } })
}

/** Mutes a person in this browser alone, or no longer. */
export function muteHere(userId: string, muted: boolean): void {
  const others = voiceSettings.getState().muted.filter((one) => one !== userId)
  changeVoiceSettings({ muted: muted ? [...others, userId] : others })
}
