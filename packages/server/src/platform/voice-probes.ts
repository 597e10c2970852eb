import type { VoiceControl } from '../kernel/voice-control.ts'
import type { MediaServer } from '../transports/voice/media/media-server.ts'
import { readOffer, writeAnswer } from '../transports/voice/media/webrtc/sdp.ts'

const PROBES_MAX = 20
const PROBE_MS = 60_000

/** Returns the part of the control API by which clients try the network. Each probe is a call without others. */
export function voiceProbes(media: MediaServer): VoiceControl['probe'] {
  let open = 0
  let count = 0
  return (text) => {
    const offer = readOffer(text)
    if (!offer) return undefined
    if (open >= PROBES_MAX) return null
    open += 1
    count += 1
    const session = media.open(`probe ${count}`)
    setTimeout(() => {
      open -= 1
      session.close()
    }, PROBE_MS).unref()
    return writeAnswer(session.negotiate(offer))
  }
}
