import { LRUCache } from 'lru-cache'
import { Busy, PIXELS_MAX, PixelBudget, processPixels } from '../../media/pixel-budget.ts'
import { loadSharp } from '../../media/sharp.ts'
import type { Rendition } from './rendition.ts'

/** Bytes of renditions that are kept; older ones are drawn again. */
const KEPT_BYTES = 32 * 1024 * 1024
/** The largest size that an address may ask for, and so the largest picture that is encoded. */
const SIDE_MAX = 4096
const PAGES_MAX = 500
const SECONDS_MAX = 10
/** Renditions that are drawn at a time, as far as their pixels allow; each holds its file in memory. */
const DRAWING_MAX = 4

/** The bytes cannot be drawn. */
export class NotDrawable extends Error {}

export { Busy }

/** Draws images in other sizes and formats, each once while it is kept. */
export class Drawings {
  readonly #drawn = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: (bytes) => bytes.length + 1 })
  readonly #underway = new Map<string, Promise<Buffer>>()
  readonly #turns = new PixelBudget(DRAWING_MAX)

  /**
   * Returns the image in the form asked for; `name` is that of image and form together.
   * @throws NotDrawable, Busy
   */
  of(name: string, rendition: Rendition, read: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.#drawn.get(name)
    if (known) return Promise.resolve(known)
    const underway = this.#underway.get(name)
    if (underway) return underway
    const drawing = this.#turns
      .with(1, async () => draw(await read(), rendition))
      .then((bytes) => {
        this.#drawn.set(name, bytes)
        return bytes
      })
      .finally(() => this.#underway.delete(name))
    this.#underway.set(name, drawing)
    return drawing
  }
}

async function draw(bytes: Buffer, { format, size, animated }: Rendition): Promise<Buffer> {
  const sharp = await loadSharp()
  try {
    // A wrong checksum is no reason to refuse a picture: every program shows it.
    const input = {
      failOn: 'none',
      limitInputPixels: PIXELS_MAX,
      pages: animated ? -1 : 1,
      sequentialRead: true,
    } as const
    // Of an animation `height` is that of all its frames.
    const { pages = 1, width, height } = await sharp(bytes, input).metadata()
    if (pages > PAGES_MAX) throw new NotDrawable()
    return await processPixels.with(width * height, () => {
      const side = size ?? SIDE_MAX
      const picture = sharp(bytes, input).resize(side, side, { fit: 'inside', withoutEnlargement: true })
      // JPEG has no transparency: black would replace it.
      if (format === 'jpeg') picture.flatten({ background: '#ffffff' })
      return picture.timeout({ seconds: SECONDS_MAX }).toFormat(format).toBuffer()
    })
  } catch (error) {
    throw error instanceof NotDrawable || error instanceof Busy
      ? error
      : new NotDrawable('not drawable', { cause: error })
  }
}
