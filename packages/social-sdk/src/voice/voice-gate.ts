import { AudioModeType } from '../enums/index.ts'
import { clamp } from './clamp.ts'
import { SILENT_DBFS } from './sound.ts'

/** Time for which a voice counts as going on after the last loud frame. */
const HANGOVER_MS = 300
/** Distance between the level of the background and of a voice. */
const MARGIN_DB = 12
/** Levels between which the automatic detection adapts: anything louder counts as a voice, however long it lasts. */
const QUIETEST_VOICE_DBFS = -60
const LOUDEST_BACKGROUND_DBFS = -40
/** Part of the way that the level of the background follows a louder frame, and a quieter one. */
const RISE = 0.01
const FALL = 0.3

export interface GateSettings {
  readonly mode: AudioModeType
  readonly automatic: boolean
  /** Level in dBFS from which on sound counts as a voice, without `automatic`. */
  readonly threshold: number
  readonly isPushed: boolean
  readonly releaseDelayMs: number
}

/** State of the gate after earlier frames. */
export interface GateState {
  /** Time at which the gate closes unless something keeps it open; 0 for a closed one. */
  readonly openUntil: number
  /** Level of the background in dBFS. */
  readonly background: number
}

export const CLOSED_GATE: GateState = { openUntil: 0, background: SILENT_DBFS }

/**
 * Returns the state after a frame of the microphone.
 * @param level of the frame in dBFS
 * @param at time in milliseconds
 */
export function stepGate(state: GateState, settings: GateSettings, level: number, at: number): GateState {
  const rate = level > state.background ? RISE : FALL
  const background = state.background + (level - state.background) * rate
  if (settings.mode === AudioModeType.MODE_PTT) {
    const openUntil = settings.isPushed ? at + settings.releaseDelayMs : state.openUntil
    return { openUntil, background }
  }
  const adapted = clamp(background + MARGIN_DB, QUIETEST_VOICE_DBFS, LOUDEST_BACKGROUND_DBFS)
  const threshold = settings.automatic ? adapted : settings.threshold
  const isVoice = level > SILENT_DBFS && level >= threshold
  return { openUntil: isVoice ? at + HANGOVER_MS : state.openUntil, background }
}

/** Returns whether the gate is open at a time. */
export function isOpen(state: GateState, settings: GateSettings, at: number): boolean {
  if (settings.mode === AudioModeType.MODE_PTT && settings.isPushed) return true
  return state.openUntil > at
}
