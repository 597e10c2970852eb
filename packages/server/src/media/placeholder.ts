import { open } from 'node:fs/promises'
import type { Picture } from '../kernel/files.ts'
import { imageType, isAnimated } from './picture-format.ts'
import { PIXELS_MAX, processPixels } from './pixel-budget.ts'
import { loadSharp } from './sharp.ts'
import { thumbhash } from './thumbhash.ts'

/** The side of the picture that is hashed: a ThumbHash shows no more. */
const SIDE = 32
const SECONDS_MAX = 3
/** An animated PNG says so after other chunks. */
const HEAD_BYTES = 64 * 1024

/** Reads the format of a picture from its bytes, whatever its name; undefined for any other file. */
export async function pictureOf(path: string): Promise<Picture | undefined> {
  const head = await headOf(path)
  if (!isPicture(head)) return undefined
  const size = await sizeOf(path)
  if (!size) return undefined
  const placeholder = await placeholderOf(path, size.width * size.height)
  const facts = { ...size, contentType: imageType(head), animated: isAnimated(head) }
  return placeholder === undefined ? facts : { ...facts, placeholder }
}

/** Reads the header alone, so a picture of any size has its dimensions. */
async function sizeOf(path: string): Promise<{ width: number; height: number } | null> {
  const sharp = await loadSharp()
  try {
    const { width, height } = await sharp(path, { limitInputPixels: false, failOn: 'none', pages: 1 }).metadata()
    return { width, height }
  } catch {
    return null // only its first bytes look like a picture
  }
}

/** Returns the ThumbHash in base64; undefined for a picture that cannot be decoded, or while many others wait. */
async function placeholderOf(path: string, pixels: number): Promise<string | undefined> {
  if (pixels > PIXELS_MAX) return undefined
  try {
    return await processPixels.run(() => hashOf(path), { holder: 'uploads', weight: pixels })
  } catch {
    return undefined // No feature depends on it.
  }
}

async function hashOf(path: string): Promise<string> {
  const sharp = await loadSharp()
  const { data, info } = await sharp(path, { limitInputPixels: PIXELS_MAX, pages: 1, sequentialRead: true })
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

/** Formats that are programs, such as SVG, are not decoded. */
function isPicture(head: Buffer): boolean {
  const text = head.toString('latin1', 0, 16)
  const png = text.startsWith('\x89PNG')
  const riff = text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP'
  const avif = /^ftypavi[fs]/.test(text.slice(4, 12))
  return png || riff || avif || text.startsWith('GIF8') || text.startsWith('\xff\xd8\xff')
}
