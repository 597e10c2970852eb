import { indexedPng } from '../../../media/indexed-png.ts'
import { STICKER_PACKS } from './standard-stickers.ts'

const WIDTH = 640
const HEIGHT = 240
/** Colours of the evening sky from its top to the horizon, and of the sun. */
const SKY = [0x1b2a5c, 0x2f3f7d, 0x51559b, 0x8167ab, 0xb97aae, 0xe894a0, 0xf7b58d]
const SUN = 0xfac02e
const SUN_RADIUS = 70

/** All packs have the same one, drawn for the first who asks: strangers may ask without end. */
let banner: Buffer | null = null

/** Returns the banner of a pack of standard stickers for the CDN; null for other ids. */
export function packBannerFile(id: string): Buffer | null {
  if (!STICKER_PACKS.some((pack) => pack.banner_asset_id.toString() === id)) return null
  banner ??= draw()
  return banner
}

function draw(): Buffer {
  return indexedPng({
    width: WIDTH,
    height: HEIGHT,
    palette: [...SKY, SUN],
    pixel(x, y) {
      const isSun = Math.hypot(x - WIDTH / 2, y - HEIGHT) < SUN_RADIUS
      return isSun ? SKY.length : Math.floor((y / HEIGHT) * SKY.length)
    },
  })
}
