import { SpeakingFlag } from '@guildhall/protocol'
import type { VoiceState } from '../../kernel/model.ts'

/** The parts of a voice state that decide about media. */
type MediaState = Pick<VoiceState, 'mute' | 'deaf' | 'suppress'>

/**
 * Returns whether others hear a member. Muting oneself is left to the client, which stops sending.
 */
export function isAudible({ mute, suppress }: MediaState): boolean {
  return !mute && !suppress
}

/** Returns whether a member hears others. Clients that deafen themselves ignore what they receive. */
export function mayHear({ deaf }: MediaState): boolean {
  return !deaf
}

const KNOWN_FLAGS = SpeakingFlag.MICROPHONE | SpeakingFlag.SOUNDSHARE | SpeakingFlag.PRIORITY

/**
 * Returns the bits of op 5 that others receive: none from a member whom nobody hears, and PRIORITY only with the
 * permission PRIORITY_SPEAKER.
 */
export function speakingShown(flags: number, { audible, priority }: { audible: boolean; priority: boolean }): number {
  if (!audible) return 0
  return flags & (priority ? KNOWN_FLAGS : KNOWN_FLAGS & ~SpeakingFlag.PRIORITY)
}
