import { createStore } from 'zustand/vanilla'
import type { DeviceState } from '../sound/device.ts'

/** Shares the person's screen and watches those of others. */
interface ScreenControl {
  share(): Promise<void>
  stopSharing(): void
  /** Pauses the person's own screen, or goes on with it. */
  setPaused(isPaused: boolean): void
  watch(userId: string): void
  stopWatching(userId: string): void
  /** Plays the sound of watched screens, or not. */
  setDeaf(isDeaf: boolean): void
  /** Says whether the screen of a user is looked at. */
  see(userId: string, isVisible: boolean): void
}

/** Shared screens of the call of this window. */
export interface SharedScreens {
  /** Shares and watches; null without a call. */
  readonly control: ScreenControl | null
  readonly state: DeviceState
  /** The person's own screen. */
  readonly own: MediaStreamTrack | null
  /** Whether the person's own screen is paused. */
  readonly isPaused: boolean
  /** Screens that are watched, by user. Null before the first picture. */
  readonly watched: ReadonlyMap<string, MediaStreamTrack | null>
  /** Users whose screens are paused. */
  readonly paused: ReadonlySet<string>
}

export const NO_SCREENS: SharedScreens = {
  control: null,
  state: 'off',
  own: null,
  isPaused: false,
  watched: new Map(),
  paused: new Set(),
}

/** The screens of now, for buttons and tiles. */
export const sharedScreens = createStore<SharedScreens>(() => NO_SCREENS)
