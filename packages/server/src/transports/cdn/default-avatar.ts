import { crc32, deflateSync } from 'node:zlib'

const SIZE = 128
/** One colour for each documented index from 0 to 5. */
const COLORS = [0x4f6bed, 0x7a869a, 0x2e9e6b, 0xe0912f, 0xd64550, 0xc2569b]
/** Number of default avatars. */
export const DEFAULT_AVATARS = COLORS.length

/** Draws the avatar of a user without one: a head and shoulders, as a two-colour PNG of a few hundred bytes. */
export function defaultAvatar(index: number): Buffer {
  const color = COLORS[index] ?? 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(SIZE, 0)
  header.writeUInt32BE(SIZE, 4)
  // One bit per pixel selects one of the two colours of the palette.
  header.set([1, 3, 0, 0, 0], 8)
  const palette = Buffer.from([color >> 16, (color >> 8) & 255, color & 255, 255, 255, 255])
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(pixels())),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function pixels(): Buffer {
  const rowBytes = SIZE / 8
  const bytes = Buffer.alloc(SIZE * (rowBytes + 1))
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      const head = Math.hypot(x - 64, y - 50) < 22
      const shoulders = Math.hypot(x - 64, (y - 118) * 1.1) < 42
      const at = y * (rowBytes + 1) + 1 + (x >> 3)
      if (head || shoulders) bytes[at] = (bytes[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return bytes
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}
