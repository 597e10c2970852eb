import type { VideoCodecName } from '../webrtc/video-offer.ts'

/** Types of NAL units: parameters in front of a key frame, and several units in a packet. */
const NAL = { PARAMETERS: 7, STAP_A: 24 } as const
const NAL_TYPE = 0x1f

/**
 * Returns whether a packet begins a key frame. End-to-end encryption leaves the headers that tell it open: the first
 * bytes of VP8, parameter sets and headers of slices of H.264.
 */
export function beginsKeyFrame(codec: VideoCodecName, payload: Buffer): boolean {
  return codec === 'VP8' ? beginsKeyFrameOfVp8(payload) : beginsKeyFrameOfH264(payload)
}

/** Reads the payload descriptor of RFC 7741, behind which the frame begins. */
function beginsKeyFrameOfVp8(payload: Buffer): boolean {
  const first = payload[0] ?? 0
  const begins = (first & 0x10) !== 0 && (first & 0x07) === 0
  if (!begins) return false
  let at = 1
  if ((first & 0x80) !== 0) {
    const fields = payload[at] ?? 0
    at += 1
    if ((fields & 0x80) !== 0) at += ((payload[at] ?? 0) & 0x80) !== 0 ? 2 : 1
    if ((fields & 0x40) !== 0) at += 1
    if ((fields & 0x30) !== 0) at += 1
  }
  const frame = payload[at]
  return frame !== undefined && (frame & 1) === 0
}

/** Browsers send the parameter sets with each key frame, alone or aggregated (RFC 6184). */
function beginsKeyFrameOfH264(payload: Buffer): boolean {
  const type = (payload[0] ?? 0) & NAL_TYPE
  if (type === NAL.PARAMETERS) return true
  return type === NAL.STAP_A && ((payload[3] ?? 0) & NAL_TYPE) === NAL.PARAMETERS
}
