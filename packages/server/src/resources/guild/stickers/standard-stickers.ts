import { type Snowflake, StickerFormat } from '@guildhall/protocol'
import type { StandardSticker, StickerPack } from './model.ts'

const SIDE = 320
const FRAMERATE = 30
const FRAMES = 60
const PACK_ID = 1001n
const SKU_ID = 1000n
const BANNER_ID = 999n

type Point = [number, number]
interface Drawing {
  name: string
  description: string
  tags: string
  color: [number, number, number]
  /** Corners of a closed line, relative to the center. */
  corners: Point[]
  /** Radius of the corners; 0 for sharp ones. */
  round: number
}

const circle = (radius: number): Point[] => ring(12, () => radius)
const star = (outer: number, inner: number): Point[] => ring(10, (corner) => (corner % 2 === 0 ? outer : inner))

function ring(corners: number, radius: (corner: number) => number): Point[] {
  return Array.from({ length: corners }, (_, corner) => {
    const angle = (corner / corners) * 2 * Math.PI - Math.PI / 2
    return [Math.cos(angle) * radius(corner), Math.sin(angle) * radius(corner)]
  })
}

const DRAWINGS: readonly Drawing[] = [
  {
    name: 'Sun',
    description: 'A sun that breathes',
    tags: 'sun, morning, hello',
    color: [0.98, 0.75, 0.18],
    corners: star(120, 90),
    round: 12,
  },
  {
    name: 'Heart',
    description: 'A heart that beats',
    tags: 'heart, love, thanks',
    color: [0.92, 0.27, 0.35],
    corners: [
      [0, 110],
      [-110, 0],
      [-60, -80],
      [0, -30],
      [60, -80],
      [110, 0],
    ],
    round: 30,
  },
  {
    name: 'Star',
    description: 'A star that shines',
    tags: 'star, great, well done',
    color: [0.35, 0.4, 0.95],
    corners: star(120, 50),
    round: 4,
  },
  {
    name: 'Moon',
    description: 'A moon that sleeps',
    tags: 'moon, night, bye',
    color: [0.55, 0.58, 0.75],
    corners: circle(100),
    round: 50,
  },
]

/** Returns a vector animation in the Lottie format: one shape that grows and shrinks. */
function lottieOf({ name, color, corners, round }: Drawing): string {
  const zero = corners.map(() => [0, 0])
  const shape = { ty: 'sh', nm: 'line', ks: { a: 0, k: { c: true, v: corners, i: zero, o: zero } } }
  const still = {
    p: { a: 0, k: [0, 0] },
    a: { a: 0, k: [0, 0] },
    s: { a: 0, k: [100, 100] },
    r: { a: 0, k: 0 },
    o: { a: 0, k: 100 },
  }
  const ease = { i: { x: [0.5], y: [1] }, o: { x: [0.5], y: [0] } }
  const size = (t: number, percent: number) => ({ t, s: [percent, percent, 100], ...ease })
  const group = {
    ty: 'gr',
    nm: name,
    it: [
      shape,
      { ty: 'rd', r: { a: 0, k: round } },
      { ty: 'fl', c: { a: 0, k: [...color, 1] }, o: { a: 0, k: 100 }, r: 1 },
      { ty: 'tr', ...still },
    ],
  }
  const transform = {
    o: { a: 0, k: 100 },
    r: { a: 0, k: 0 },
    p: { a: 0, k: [SIDE / 2, SIDE / 2, 0] },
    a: { a: 0, k: [0, 0, 0] },
    s: { a: 1, k: [size(0, 90), size(FRAMES / 2, 115), size(FRAMES, 90)] },
  }
  const layer = {
    ddd: 0,
    ind: 1,
    ty: 4,
    nm: name,
    sr: 1,
    ks: transform,
    ao: 0,
    shapes: [group],
    ip: 0,
    op: FRAMES,
    st: 0,
    bm: 0,
  }
  return JSON.stringify({
    v: '5.7.0',
    fr: FRAMERATE,
    ip: 0,
    op: FRAMES,
    w: SIDE,
    h: SIDE,
    nm: name,
    ddd: 0,
    assets: [],
    layers: [layer],
  })
}

const idOf = (index: number): Snowflake => PACK_ID + 1n + BigInt(index)

/** Packs of every platform. This file draws their pictures, since the public platform's pictures are not free. */
export const STICKER_PACKS: readonly StickerPack[] = [
  {
    id: PACK_ID,
    sku_id: SKU_ID,
    name: 'Sky',
    description: 'Sun, moon and stars.',
    cover_sticker_id: idOf(0),
    banner_asset_id: BANNER_ID,
    stickers: DRAWINGS.map(({ name, description, tags }, index) => ({
      id: idOf(index),
      pack_id: PACK_ID,
      guild_id: null,
      name,
      description,
      tags,
      format_type: StickerFormat.LOTTIE,
      user_id: null,
      sort_value: index + 1,
    })),
  },
]

const STANDARD = new Map(STICKER_PACKS.flatMap((pack) => pack.stickers).map((sticker) => [sticker.id, sticker]))

/** Returns a standard sticker by id. */
export function findStandardSticker(id: Snowflake): StandardSticker | undefined {
  return STANDARD.get(id)
}

/** Returns the Lottie file of a standard sticker for the CDN; null for other ids. */
export function standardStickerFile(id: string): Buffer | null {
  const index = /^\d{1,19}$/.test(id) ? Number(BigInt(id) - idOf(0)) : -1
  const drawing = DRAWINGS[index]
  return drawing ? Buffer.from(lottieOf(drawing)) : null
}
