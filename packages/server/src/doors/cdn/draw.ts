import { LRUCache } from 'lru-cache'
import type { Rendition } from './rendition.ts'

/** What has been drawn is kept as long as there is room, and drawn again after. */
const KEPT_BYTES = 32 * 1024 * 1024
/** More pixels are not decoded, however small the file: all pictures of an animation together. */
const PIXELS_MAX = 4096 * 4096 * 4
const PAGES_MAX = 500
const SECONDS_MAX = 10
/** Pictures drawn at a time, and how many may wait for that. */
const DRAWING_MAX = 2
const WAITING_MAX = 64

/** The bytes cannot be drawn. */
export class NotDrawable extends Error {}

/** Too many wait already. */
export class Busy extends Error {}

/** Draws images in other sizes and formats, each once while it is remembered. */
export class Drawings {
  readonly #drawn = new LRUCache<string, Buffer>({ maxSize: KEPT_BYTES, sizeCalculation: (bytes) => bytes.length + 1 })
  readonly #underway = new Map<string, Promise<Buffer>>()
  readonly #waiting: (() => void)[] = []
  #drawing = 0

  /**
   * The image in the form asked for; `name` is that of image and form together.
   * @throws NotDrawable, Busy
   */
  of(name: string, rendition: Rendition, read: () => Promise<Buffer>): Promise<Buffer> {
    const known = this.#drawn.get(name)
    if (known) return Promise.resolve(known)
    const underway = this.#underway.get(name)
    if (underway) return underway
    if (this.#waiting.length >= WAITING_MAX) return Promise.reject(new Busy())
    const drawing = this.#inTurn(async () => draw(await read(), rendition))
      .then((bytes) => {
        this.#drawn.set(name, bytes)
        return bytes
      })
      .finally(() => this.#underway.delete(name))
    this.#underway.set(name, drawing)
    return drawing
  }

  async #inTurn<T>(task: () => Promise<T>): Promise<T> {
    if (this.#drawing >= DRAWING_MAX) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    else this.#drawing += 1
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      // Whoever waits takes this place over.
      if (next) next()
      else this.#drawing -= 1
    }
  }
}

async function draw(bytes: Buffer, { format, size, animated }: Rendition): Promise<Buffer> {
  // Loaded at the first picture: the start of the process should not pay for it.
  const { default: sharp } = await import('sharp')
  try {
    // A wrong checksum is no reason not to show what there is.
    const picture = sharp(bytes, { failOn: 'none', limitInputPixels: PIXELS_MAX, pages: animated ? -1 : 1 })
    const { pages = 1 } = await picture.metadata()
    if (pages > PAGES_MAX) throw new NotDrawable()
    if (size !== null) picture.resize(size, size, { fit: 'inside', withoutEnlargement: true })
    // JPEG knows no transparency: black would be put in its place.
    if (format === 'jpeg') picture.flatten({ background: '#ffffff' })
    return await picture.timeout({ seconds: SECONDS_MAX }).toFormat(format).toBuffer()
  } catch (error) {
    throw error instanceof NotDrawable ? error : new NotDrawable('not drawable', { cause: error })
  }
}
