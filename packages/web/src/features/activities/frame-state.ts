import type { FrameState } from '@guildhall/local-client/rpc'
import { createStore } from 'zustand/vanilla'

/** Values of `layout_mode`. */
export const LayoutMode = { FOCUSED: 0, PIP: 1, GRID: 2 } as const
/** Values of `screen_orientation`. */
export const Orientation = { PORTRAIT: 0, LANDSCAPE: 1 } as const
/** Values of SET_ORIENTATION_LOCK_STATE. */
const LOCK = { PORTRAIT: 2, LANDSCAPE: 3 } as const

/** Lines that the console of an activity keeps. */
const LINES_MAX = 500
const LINE_CHARACTERS_MAX = 2_000

export interface ConsoleLine {
  readonly id: number
  readonly level: string
  readonly text: string
}

export interface FrameView extends FrameState {
  /** Orientation that the activity asked for; null for none. */
  readonly locked: 'portrait' | 'landscape' | null
  /** Whether the person can use the activity while it is small. */
  readonly interactivePip: boolean
  readonly lines: readonly ConsoleLine[]
}

/** State of a frame that has just opened. */
export const NEW_FRAME: FrameView = {
  layoutMode: LayoutMode.FOCUSED,
  orientation: Orientation.LANDSCAPE,
  // A browser tells no page how warm the machine is.
  thermalState: 0,
  locked: null,
  interactivePip: false,
  lines: [],
}

/** State of the frame of the running activity. There is one at a time. */
export const frameView = createStore<FrameView>(() => NEW_FRAME)

/** Returns the orientation of a lock state. */
export function orientationOfLock(state: number | null | undefined): FrameView['locked'] {
  if (state === LOCK.PORTRAIT) return 'portrait'
  return state === LOCK.LANDSCAPE ? 'landscape' : null
}

/** Adds a line to the console, and drops the oldest ones over the limit. */
export function addLine(level: string, message: string): void {
  frameView.setState(({ lines }) => ({
    lines: [
      ...lines.slice(1 - LINES_MAX),
      { id: (lines.at(-1)?.id ?? 0) + 1, level, text: message.slice(0, LINE_CHARACTERS_MAX) },
    ],
  }))
}
