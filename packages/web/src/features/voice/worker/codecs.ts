import type { Prepared } from './frames.ts'
import { h264Ranges } from './h264.ts'
import type { Bytes } from './mls/codec.ts'

/** Codecs whose frames pass the packetizers of browsers encrypted. */
export type Codec = 'opus' | 'vp8' | 'h264'

const INVERSE_KEY_FRAME = 1
const VP8_KEY_HEADER = 10
const VP8_HEADER = 1

/** Returns which ranges of a frame stay clear, so that packetizers can read them (DAVE, Codec Handling). */
export function prepareFrame(codec: Codec, frame: Bytes): Prepared {
  switch (codec) {
    case 'opus':
      return { frame, ranges: [] }
    case 'vp8': {
      const header = (frame[0] ?? 0) & INVERSE_KEY_FRAME ? VP8_HEADER : VP8_KEY_HEADER
      const size = Math.min(header, frame.length)
      return { frame, ranges: size === 0 ? [] : [{ offset: 0, size }] }
    }
    case 'h264':
      return h264Ranges(frame)
  }
}
