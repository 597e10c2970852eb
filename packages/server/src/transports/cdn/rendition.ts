/** What an address asks of an image. */
export interface Asked {
  readonly extension: string
  /** The longest side, in pixels. */
  readonly size: number | null
  /** `animated=true`: a WebP that moves, where the image does. */
  readonly animated: boolean
}

export interface Stored {
  readonly contentType: string
  readonly animated: boolean
}

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

/** Sizes are powers of two from 16 to 4,096. */
export function isSize(size: number): boolean {
  return Number.isInteger(size) && size >= 16 && size <= 4096 && (size & (size - 1)) === 0
}

/**
 * How an image is to be drawn for an address; 'as it is' where the stored bytes are what is asked for, null where there
 * is no such form of it: a GIF of what does not move, a picture of a Lottie animation.
 */
export function renditionOf({ extension, size, animated }: Asked, stored: Stored): Rendition | 'as it is' | null {
  const lottie = stored.contentType === 'application/json'
  if (lottie || extension === 'json') return lottie && extension === 'json' ? 'as it is' : null
  if (extension === 'avif') return stored.contentType === 'image/avif' && size === null ? 'as it is' : null
  const format = FORMATS[extension]
  if (!format || (format === 'gif' && !stored.animated)) return null
  const moves = stored.animated && (format === 'gif' || (format === 'webp' && animated))
  const same = stored.contentType === `image/${format}`
  // A PNG that moves is sent as it is too: whoever cannot show that shows its first picture.
  if (same && size === null && (moves || !stored.animated || format === 'png')) return 'as it is'
  return { format, size, animated: moves }
}
