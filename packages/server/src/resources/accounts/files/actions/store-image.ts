import { createHash } from 'node:crypto'
import type { Work } from '../../../../kernel/work.ts'
import { isAnimated } from '../../../../media/picture-format.ts'
import { type FileKeeper, keepFile } from './keep.ts'
import { removeImage } from './remove.ts'

/** A place for one image: the folder of its key, and the hash stored there before the request. */
interface ImagePlace {
  readonly folder: string
  readonly before?: string | null
  /** Whether clients may show it animated, which its hash tells them. */
  readonly mayMove?: boolean
}

/**
 * Keeps an image that came as a data URI under `images/<folder>/<hash>`, and has the former image removed. Returns the
 * hash, `a_…` for an animated image, or null for none. The key has no extension, since clients choose one.
 */
export async function storeImage(
  work: Work,
  platform: FileKeeper,
  { folder, before, mayMove = true }: ImagePlace,
  dataUri: string | null,
): Promise<string | null> {
  const hash = dataUri === null ? null : await keep(work, platform, { folder, mayMove }, dataUri)
  if (hash !== before) await removeImage(work, folder, before)
  return hash
}

async function keep(
  work: Work,
  platform: FileKeeper,
  { folder, mayMove }: { folder: string; mayMove: boolean },
  dataUri: string,
): Promise<string> {
  const bytes = Buffer.from(dataUri.slice(dataUri.indexOf(',') + 1), 'base64')
  const digest = createHash('sha256').update(bytes).update(saltOf(work, platform)).digest('hex').slice(0, 32)
  const hash = mayMove && isAnimated(bytes) ? `a_${digest}` : digest
  await keepFile(work, platform, `images/${folder}/${hash}`, bytes)
  return hash
}

/**
 * Returns what makes the name of an image differ from all others, where several nodes share a bucket. Another node may
 * be about to remove the same picture, and its removal must not meet the new one.
 */
function saltOf(work: Work, { files }: FileKeeper): string {
  return files.remote?.isShared ? String(work.nextId()) : ''
}
