import { LRUCache } from 'lru-cache'
import { ConcurrencyLimit, QueueFullError } from '../../kernel/queues.ts'
import { PIXELS_MAX, processPixels } from '../../media/pixel-budget.ts'
import { loadSharp } from '../../media/sharp.ts'
import type { Rendition } from './rendition.ts'

/** Bytes of renditions kept in memory; the least recently used are dropped. */
const CACHE_MAX_BYTES = 32 * 1024 * 1024
/** Largest `size` of an address, and largest side of an encoded picture. */
const SIDE_MAX = 4096
const FRAMES_MAX = 500
const DRAWING_MAX_S = 10
/** Renditions drawn at a time, within the limit of pixels. Each holds its whole file in memory. */
const CONCURRENT_MAX = 4
const WAITING_MAX = 64

/** The bytes are not an image that can be drawn. */
export class NotDrawable extends Error {}

/** Draws stored images in other sizes and formats. A rendition is drawn once while the cache keeps it. */
export class Renderer {
  readonly #cache = new LRUCache<string, Buffer>({
    maxSize: CACHE_MAX_BYTES,
    sizeCalculation: (bytes) => bytes.length + 1,
  })
  readonly #pending = new Map<string, Promise<Buffer>>()
  readonly #limit = new ConcurrencyLimit({ total: CONCURRENT_MAX, waitingMax: WAITING_MAX })

  /**
   * Returns the bytes of a rendition.
   * @param name identifies image and rendition together
   * @param read returns the bytes of the stored image
   * @throws NotDrawable; QueueFullError when too many renditions wait
   */
  draw(name: string, rendition: Rendition, read: () => Promise<Buffer>): Promise<Buffer> {
    const cached = this.#cache.get(name)
    if (cached) return Promise.resolve(cached)
    const pending = this.#pending.get(name)
    if (pending) return pending
    const drawing = this.#limit
      .run(async () => draw(await read(), rendition))
      .then((bytes) => {
        this.#cache.set(name, bytes)
        return bytes
      })
      .finally(() => this.#pending.delete(name))
    this.#pending.set(name, drawing)
    return drawing
  }
}

async function draw(bytes: Buffer, { format, size, animated }: Rendition): Promise<Buffer> {
  const sharp = await loadSharp()
  try {
    // Pictures with a wrong checksum are accepted: every other program shows them.
    const input = {
      failOn: 'none',
      limitInputPixels: PIXELS_MAX,
      pages: animated ? -1 : 1,
      sequentialRead: true,
    } as const
    // The height of an animation is the sum of the heights of its frames.
    const { pages = 1, width, height } = await sharp(bytes, input).metadata()
    if (pages > FRAMES_MAX) throw new NotDrawable()
    const encode = () => {
      const side = size ?? SIDE_MAX
      const picture = sharp(bytes, input).resize(side, side, { fit: 'inside', withoutEnlargement: true })
      // JPEG has no transparency; without a background it becomes black.
      if (format === 'jpeg') picture.flatten({ background: '#ffffff' })
      return picture.timeout({ seconds: DRAWING_MAX_S }).toFormat(format).toBuffer()
    }
    return await processPixels.run(encode, { weight: width * height })
  } catch (error) {
    if (error instanceof NotDrawable || error instanceof QueueFullError) throw error
    throw new NotDrawable('not drawable', { cause: error })
  }
}
