/** Whether a picture has several frames: GIF always, WebP, PNG and AVIF by their header. */
export function isAnimated(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 0, 3) === 'GIF') return true
  if (bytes.toString('latin1', 8, 16) === 'WEBPVP8X') return ((bytes[20] ?? 0) & 2) !== 0
  if (bytes.toString('latin1', 4, 12) === 'ftypavis') return true
  return isAnimatedPng(bytes)
}

const PNG_SIGNATURE_BYTES = 8
/** Bytes of length and type before a chunk's data, and of the checksum after it. */
const PNG_CHUNK_BYTES = 12

/** Whether a PNG is animated: a chunk `acTL` before its first picture. */
function isAnimatedPng(bytes: Buffer): boolean {
  if (bytes[0] !== 0x89) return false
  let at = PNG_SIGNATURE_BYTES
  while (at + PNG_CHUNK_BYTES <= bytes.length) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (type === 'acTL') return true
    if (type === 'IDAT') return false
    at += PNG_CHUNK_BYTES + bytes.readUInt32BE(at)
  }
  return false
}

/** Returns the content type that an image's first bytes indicate. */
export function imageType(bytes: Buffer): string {
  if (bytes[0] === 0x89) return 'image/png'
  if (bytes[0] === 0xff) return 'image/jpeg'
  if (bytes.toString('latin1', 0, 3) === 'GIF') return 'image/gif'
  if (bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
  if (bytes.toString('latin1', 4, 8) === 'ftyp') return 'image/avif'
  // Lottie stickers.
  return bytes[0] === 0x7b ? 'application/json' : 'application/octet-stream'
}
