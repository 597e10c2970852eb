import { open } from 'node:fs/promises'
import { thumbhash } from './thumbhash.ts'

/** More pixels are not decoded, however small the file. */
const PIXELS_MAX = 4096 * 4096
/** Of the picture that is hashed: no more is to be seen in it. */
const SIDE = 32
const SECONDS_MAX = 3
/** Pictures that are decoded at a time, and those that wait; others go without, since nothing depends on it. */
const DECODING_MAX = 2
const WAITING_MAX = 16
const HEAD_BYTES = 16

let decoding = 0
const waiting: (() => void)[] = []

/** The placeholder of a picture file, a ThumbHash in base64; undefined for what is none, or when there is no time. */
export async function placeholderOf(path: string): Promise<string | undefined> {
  if (!isPicture(await headOf(path)) || waiting.length >= WAITING_MAX) return undefined
  if (decoding >= DECODING_MAX) await new Promise<void>((resolve) => waiting.push(resolve))
  else decoding += 1
  try {
    return await hashOf(path)
  } catch {
    return undefined
  } finally {
    const next = waiting.shift()
    // Whoever waits takes this place over.
    if (next) next()
    else decoding -= 1
  }
}

async function hashOf(path: string): Promise<string> {
  // Loaded at the first picture: the start of the process should not pay for it.
  const { default: sharp } = await import('sharp')
  const { data, info } = await sharp(path, { limitInputPixels: PIXELS_MAX, pages: 1 })
    .timeout({ seconds: SECONDS_MAX })
    .resize(SIDE, SIDE, { fit: 'inside' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return Buffer.from(thumbhash({ width: info.width, height: info.height, rgba: data })).toString('base64')
}

async function headOf(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** By its first bytes, not by what it is called: formats that are programs, as SVG, are not drawn. */
function isPicture(head: Buffer): boolean {
  const text = head.toString('latin1')
  const png = text.startsWith('\x89PNG')
  const riff = text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP'
  return png || riff || text.startsWith('GIF8') || text.startsWith('\xff\xd8\xff')
}
