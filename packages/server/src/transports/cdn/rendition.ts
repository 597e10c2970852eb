/** Requested form of an image, from its address. */
export interface RenditionRequest {
  readonly extension: string
  /** Longest side in pixels. */
  readonly size: number | null
  /** `animated=true`: an animated WebP, if the stored image is animated. */
  readonly animated: boolean
}

export interface StoredImage {
  readonly contentType: string
  readonly animated: boolean
}

/** Form in which an image is drawn. */
export interface Rendition {
  readonly format: 'png' | 'jpeg' | 'webp' | 'gif'
  readonly size: number | null
  readonly animated: boolean
}

const FORMATS: Readonly<Record<string, Rendition['format']>> = {
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  webp: 'webp',
  gif: 'gif',
}

/** Returns whether an image can be requested in this size: a power of two from 16 to 4,096. */
export function isSize(size: number): boolean {
  return Number.isInteger(size) && size >= 16 && size <= 4096 && (size & (size - 1)) === 0
}

/**
 * Returns how an image is drawn for an address. 'original' means the stored bytes. Null means a form that
 * does not exist, such as a GIF of a still image or a picture of a Lottie animation.
 */
export function renditionFor(
  { extension, size, animated }: RenditionRequest,
  stored: StoredImage,
): Rendition | 'original' | null {
  const lottie = stored.contentType === 'application/json'
  if (lottie || extension === 'json') return lottie && extension === 'json' ? 'original' : null
  if (extension === 'avif') return stored.contentType === 'image/avif' && size === null ? 'original' : null
  const format = FORMATS[extension]
  if (!format || (format === 'gif' && !stored.animated)) return null
  const moves = stored.animated && (format === 'gif' || (format === 'webp' && animated))
  const same = stored.contentType === `image/${format}`
  // Also for an animated PNG: a client that cannot animate it shows its first frame.
  if (same && size === null && (moves || !stored.animated || format === 'png')) return 'original'
  return { format, size, animated: moves }
}
