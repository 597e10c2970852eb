import { indexedPng } from '../../media/indexed-png.ts'

const SIZE = 128
/** One colour for each documented index from 0 to 5. */
const COLORS = [0x4f6bed, 0x7a869a, 0x2e9e6b, 0xe0912f, 0xd64550, 0xc2569b]
const WHITE = 0xffffff
/** Number of default avatars. */
export const DEFAULT_AVATARS = COLORS.length

const drawn = new Map<number, Buffer>()

/** Returns the avatar of a user without one: a head and shoulders, as a two-colour PNG of a few hundred bytes. */
export function defaultAvatar(index: number): Buffer {
  const avatar = drawn.get(index) ?? draw(index)
  drawn.set(index, avatar)
  return avatar
}

function draw(index: number): Buffer {
  return indexedPng({
    width: SIZE,
    height: SIZE,
    palette: [COLORS[index] ?? 0, WHITE],
    pixel(x, y) {
      const head = Math.hypot(x - 64, y - 50) < 22
      const shoulders = Math.hypot(x - 64, (y - 118) * 1.1) < 42
      return head || shoulders ? 1 : 0
    },
  })
}
