import { createHash } from 'node:crypto'
import type { Platform } from '../../kernel/platform.ts'

/**
 * Keeps an image that came as a data URI under `folder/<hash>` and answers the hash, `a_…` for an animated one; null
 * for none. The type stands before the bytes, since the key has no extension: clients choose one.
 */
export async function keepImage(platform: Platform, folder: string, dataUri: string | null): Promise<string | null> {
  if (dataUri === null) return null
  const comma = dataUri.indexOf(',')
  const bytes = Buffer.from(dataUri.slice(comma + 1), 'base64')
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  const hash = isAnimated(bytes) ? `a_${digest}` : digest
  await platform.files.write(`images/${folder}/${hash}`, bytes)
  return hash
}

/** GIFs and animated WebPs move. */
export function isAnimated(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 0, 3) === 'GIF') return true
  return bytes.toString('latin1', 8, 16) === 'WEBPVP8X' && ((bytes[20] ?? 0) & 2) !== 0
}

/** The content type that an image's first bytes tell. */
export function imageType(bytes: Buffer): string {
  if (bytes[0] === 0x89) return 'image/png'
  if (bytes[0] === 0xff) return 'image/jpeg'
  if (bytes.toString('latin1', 0, 3) === 'GIF') return 'image/gif'
  if (bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
  return bytes.toString('latin1', 4, 8) === 'ftyp' ? 'image/avif' : 'application/octet-stream'
}
