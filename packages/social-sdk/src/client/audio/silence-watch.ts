import { SILENT_DBFS } from '../../voice/sound.ts'

/** Time below the threshold after which the microphone counts as silent. */
const SILENT_MS = 5_000

/** State of the watch: since when the microphone is quiet, and what was reported last. */
export interface SilenceState {
  readonly quietSince: number | null
  readonly isDetected: boolean
}

export const NOT_SILENT: SilenceState = { quietSince: null, isDetected: true }

/**
 * Returns whether the microphone delivers sound: not after five seconds below a threshold, and again with the first
 * louder frame. -100 dBFS switches the watch off.
 */
export function stepSilence(state: SilenceState, threshold: number, level: number, at: number): SilenceState {
  if (threshold <= SILENT_DBFS || level >= threshold) return NOT_SILENT
  const quietSince = state.quietSince ?? at
  return { quietSince, isDetected: state.isDetected && at - quietSince < SILENT_MS }
}
