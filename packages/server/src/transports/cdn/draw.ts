import { LRUCache } from 'lru-cache'
import { FairLimit, type FairTask } from '../../kernel/fair-limit.ts'
import { QueueFullError } from '../../kernel/queues.ts'
import { PIXELS_MAX, processPixels } from '../../media/pixel-budget.ts'
import { loadSharp } from '../../media/sharp.ts'
import type { Rendition } from './rendition.ts'

/** Bytes of renditions kept in memory; the least recently used are dropped. */
const CACHE_MAX_BYTES = 32 * 1024 * 1024
/** Largest `size` of an address, and largest side of an encoded picture. */
const SIDE_MAX = 4096
const FRAMES_MAX = 500
const DRAWING_MAX_S = 10
/** Dimensions of pictures that are remembered, so that the weight of a rendition is known without its file. */
const SIZES_MAX = 10_000
/** Headers read at a time. Each holds its whole file in memory. */
const HEADERS = { total: 4, waitingMax: 128, waitingPerHolderMax: 48, waitMaxMs: 15_000 }

/** The bytes are not an image that can be drawn. */
export class NotDrawable extends Error {}

/** Client that asks for a rendition. */
export interface RenditionClient {
  readonly address: string
  /** Aborts when the client has left. */
  readonly left: AbortSignal
}

/** A rendition that is being drawn, for one client or several. */
interface Drawing {
  readonly bytes: Promise<Buffer>
  readonly abandoned: AbortController
  clients: number
}

/**
 * Draws stored images in other sizes and formats. A rendition is drawn once while the cache keeps it. The work is
 * shared between the addresses of the clients, and small pictures come first.
 */
export class Renderer {
  readonly #cache = new LRUCache<string, Buffer>({
    maxSize: CACHE_MAX_BYTES,
    sizeCalculation: (bytes) => bytes.length + 1,
  })
  readonly #pixels = new LRUCache<string, number>({ max: SIZES_MAX })
  readonly #headers = new FairLimit(HEADERS)
  readonly #drawings = new Map<string, Drawing>()

  /**
   * Returns the bytes of a rendition.
   * @param key identifies the image
   * @param form identifies the rendition of the image
   * @param read returns the bytes of the stored image
   * @throws NotDrawable; QueueFullError when too many renditions wait, or this one takes too long; the reason of
   *   `client.left` if every client has left
   */
  async draw(
    { key, form }: { key: string; form: string },
    rendition: Rendition,
    read: () => Promise<Buffer>,
    client: RenditionClient,
  ): Promise<Buffer> {
    const name = `${key}@${form}`
    const cached = this.#cache.get(name)
    if (cached) return cached
    const drawing = this.#drawings.get(name) ?? this.#begin(name, key, rendition, read, client.address)
    drawing.clients += 1
    const leave = () => {
      drawing.clients -= 1
      if (drawing.clients === 0) drawing.abandoned.abort(client.left.reason)
    }
    client.left.addEventListener('abort', leave, { once: true })
    try {
      return await drawing.bytes
    } finally {
      client.left.removeEventListener('abort', leave)
    }
  }

  #begin(name: string, key: string, rendition: Rendition, read: () => Promise<Buffer>, holder: string): Drawing {
    const abandoned = new AbortController()
    const task = { holder, signal: abandoned.signal }
    const bytes = this.#render(key, rendition, read, task).finally(() => this.#drawings.delete(name))
    const drawing = { bytes, abandoned, clients: 0 }
    this.#drawings.set(name, drawing)
    bytes.then(
      (drawn) => this.#cache.set(name, drawn),
      () => undefined,
    )
    return drawing
  }

  async #render(key: string, rendition: Rendition, read: () => Promise<Buffer>, task: FairTask): Promise<Buffer> {
    const weighed = `${key}${rendition.animated ? 'a' : ''}`
    let weight = this.#pixels.get(weighed)
    if (weight === undefined) {
      weight = await this.#headers.run(async () => pixelsOf(await read(), rendition), task)
      this.#pixels.set(weighed, weight)
    }
    return processPixels.run(async () => draw(await read(), rendition), { ...task, weight })
  }
}

/** Pictures with a wrong checksum are accepted: every other program shows them. */
const inputOf = ({ animated }: Rendition) =>
  ({ failOn: 'none', limitInputPixels: PIXELS_MAX, pages: animated ? -1 : 1, sequentialRead: true }) as const

/** Returns the pixels of a picture, of all frames together. @throws NotDrawable */
async function pixelsOf(bytes: Buffer, rendition: Rendition): Promise<number> {
  if (bytes.length === 0) throw new NotDrawable('empty')
  const sharp = await loadSharp()
  // The height of an animation is the sum of the heights of its frames.
  const { pages = 1, width, height } = await sharp(bytes, inputOf(rendition)).metadata().catch(notDrawable)
  if (pages > FRAMES_MAX || width * height > PIXELS_MAX) throw new NotDrawable()
  return width * height
}

async function draw(bytes: Buffer, rendition: Rendition): Promise<Buffer> {
  const { format, size } = rendition
  const sharp = await loadSharp()
  const side = size ?? SIDE_MAX
  const picture = sharp(bytes, inputOf(rendition)).resize(side, side, { fit: 'inside', withoutEnlargement: true })
  // JPEG has no transparency; without a background it becomes black.
  if (format === 'jpeg') picture.flatten({ background: '#ffffff' })
  return picture.timeout({ seconds: DRAWING_MAX_S }).toFormat(format).toBuffer().catch(notDrawable)
}

/** @throws QueueFullError for a picture that takes too long on a busy machine, NotDrawable for any other failure */
function notDrawable(cause: Error): never {
  if (cause.message.includes('timeout:')) throw new QueueFullError(cause.message, { cause })
  throw new NotDrawable('not drawable', { cause })
}
