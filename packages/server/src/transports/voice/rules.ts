import { SpeakingFlag } from '@guildhall/protocol'
import type { VoiceState } from '../../kernel/model.ts'
import type { VideoCodecName } from './media/webrtc/video-offer.ts'

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

/** Returns whether others see the video of a member: only of one whose voice state says so, which needs STREAM. */
export function isVisible({ self_video, suppress }: Pick<VoiceState, 'self_video' | 'suppress'>): boolean {
  return self_video && !suppress
}

/** Codecs of video, the preferred one first. */
const PREFERRED: readonly VideoCodecName[] = ['VP8', 'H264']

/** Returns the codec in which members send video: the first that all of them have. Those without any do not count. */
export function commonVideoCodec(members: readonly (readonly VideoCodecName[])[]): VideoCodecName {
  const able = members.filter((codecs) => codecs.length > 0)
  return PREFERRED.find((codec) => able.every((codecs) => codecs.includes(codec))) ?? 'VP8'
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
