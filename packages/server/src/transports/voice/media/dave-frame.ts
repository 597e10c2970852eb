/** Kinds of media frames. Clients send silence without end-to-end encryption. */
export type MediaFrame = 'silence' | 'plain' | 'encrypted'

const SILENCE = Buffer.of(0xf8, 0xff, 0xfe)
const MARKER = 0xfafa
const TAG_BYTES = 8
/** Size of the supplement (1) and marker (2), at the end of a frame. */
const TRAILER_BYTES = 3
const NONCE_BYTES_MAX = 5

/**
 * Returns the kind of a media frame. An encrypted frame ends in `tag | nonce | clear ranges | size | FA FA`, where
 * `size` is the length of all these. The server does not know the content.
 */
export function frameOf(media: Buffer): MediaFrame {
  if (media.equals(SILENCE)) return 'silence'
  const { length } = media
  if (length < TAG_BYTES + 1 + TRAILER_BYTES || media.readUInt16BE(length - 2) !== MARKER) return 'plain'
  const size = media.readUInt8(length - TRAILER_BYTES)
  if (size > length || size < TAG_BYTES + 1 + TRAILER_BYTES) return 'plain'
  // The nonce is a variable-size integer: its last byte has no top bit.
  const from = length - size + TAG_BYTES
  const to = Math.min(from + NONCE_BYTES_MAX, length - TRAILER_BYTES)
  for (let at = from; at < to; at++) if (media.readUInt8(at) < 0x80) return 'encrypted'
  return 'plain'
}
