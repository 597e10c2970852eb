import { LRUCache } from 'lru-cache'
import { OutgoingError } from '../../kernel/outgoing.ts'
import { imageType } from '../../media/picture-format.ts'
import { PIXELS_MAX } from '../../media/pixel-budget.ts'
import { loadSharp } from '../../media/sharp.ts'
import { KEPT_MS, type WebLoader } from './web-loader.ts'

/** Bytes of one picture. */
export const PICTURE_BYTES_MAX = 8 * 1024 * 1024
const KEPT_BYTES_MAX = 32 * 1024 * 1024
const ACCEPT = 'image/webp,image/png,image/jpeg,image/gif;q=0.9'
/** Memory of an address without a picture. */
const NOTHING_BYTES = 500

export interface ExternalPicture {
  readonly bytes: Buffer
  readonly width: number
  readonly height: number
}

/** Pictures of other servers, for previews of links and for those who read them. */
export class ExternalPictures {
  readonly #web: WebLoader
  readonly #kept = new LRUCache<string, { readonly picture: ExternalPicture | null }>({
    maxSize: KEPT_BYTES_MAX,
    ttl: KEPT_MS,
    sizeCalculation: ({ picture }) => (picture?.bytes.length ?? 0) + NOTHING_BYTES,
  })
  readonly #loading = new Map<string, Promise<ExternalPicture | null>>()

  constructor(web: WebLoader) {
    this.#web = web
  }

  /** Returns the picture of an address; null for one that has none, is too large or does not respond. */
  async find(url: string): Promise<ExternalPicture | null> {
    const kept = this.#kept.get(url)
    if (kept) return kept.picture
    const loading = this.#loading.get(url) ?? this.#begin(url)
    return loading
  }

  /** Keeps the bytes that an address has responded with. Returns the picture, if they are one. */
  async keep(url: string, bytes: Buffer): Promise<ExternalPicture | null> {
    const picture = await pictureOf(bytes)
    this.#kept.set(url, { picture })
    return picture
  }

  #begin(url: string): Promise<ExternalPicture | null> {
    const loading = this.#load(url).finally(() => this.#loading.delete(url))
    this.#loading.set(url, loading)
    return loading
  }

  async #load(url: string): Promise<ExternalPicture | null> {
    try {
      const { body } = await this.#web.load({
        url,
        accept: ACCEPT,
        limitOf: (type) => (type.startsWith('image/') ? { bytesMax: PICTURE_BYTES_MAX, isCut: false } : null),
      })
      return await this.keep(url, body)
    } catch (error) {
      if (!(error instanceof OutgoingError)) throw error
      if (!error.closing) this.#kept.set(url, { picture: null })
      return null
    }
  }
}

/** Returns the picture that bytes are. Only formats that are drawn count: no SVG, which can contain scripts. */
async function pictureOf(bytes: Buffer): Promise<ExternalPicture | null> {
  if (!imageType(bytes).startsWith('image/')) return null
  const sharp = await loadSharp()
  try {
    const { autoOrient } = await sharp(bytes, { failOn: 'none', limitInputPixels: PIXELS_MAX, pages: 1 }).metadata()
    return { bytes, width: autoOrient.width, height: autoOrient.height }
  } catch {
    return null
  }
}
