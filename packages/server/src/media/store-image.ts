import { createHash } from 'node:crypto'
import type { Platform } from '../kernel/platform.ts'
import { isAnimated } from './picture-format.ts'

/**
 * Keeps an image that came as a data URI under `folder/<hash>` and answers the hash, `a_…` for an animated one; null
 * for none. Where one must not move its hash says nothing of it, and clients show it still. The type stands before the bytes, since the key has no extension: clients choose one.
 */
export async function storeImage(
  platform: Platform,
  folder: string,
  dataUri: string | null,
  { mayMove = true }: { mayMove?: boolean } = {},
): Promise<string | null> {
  if (dataUri === null) return null
  const comma = dataUri.indexOf(',')
  const bytes = Buffer.from(dataUri.slice(comma + 1), 'base64')
  const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32)
  const hash = mayMove && isAnimated(bytes) ? `a_${digest}` : digest
  await platform.files.write(`images/${folder}/${hash}`, bytes)
  return hash
}
