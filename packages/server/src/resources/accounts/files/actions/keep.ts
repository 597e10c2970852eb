import { randomUUID } from 'node:crypto'
import type { FileStore, UploadedFile } from '../../../../kernel/files.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import { SYSTEM_ACTOR, type Units } from '../../../../kernel/units.ts'
import type { Work } from '../../../../kernel/work.ts'
import { demandUnblockedFile } from '../../blocks/index.ts'
import { fileLock } from '../model.ts'
import { isUsed } from '../store.ts'
import { removeFiles } from './remove.ts'
import { countFile } from './save-quotas.ts'

/** Folder of markers: each names, as its content, a file whose unit of work may still be refused. */
const PENDING = 'pending'

/** Parts of a platform that keep a file. */
export type FileKeeper = Pick<Platform, 'files' | 'units' | 'background'>

/**
 * Keeps a file as part of a unit of work, and counts it for its holders. If the unit does not commit, the file is
 * removed unless another row refers to it. A marker written before the file makes this hold after a crash too: the next
 * start reads it.
 *
 * @throws INVALID_FORM_BODY for a file that operators have blocked; REQUEST_ENTITY_TOO_LARGE over a quota; OVERLOADED
 *   when the disk has no room
 */
export async function keepFile(
  work: Work,
  { files, units, background }: FileKeeper,
  key: string,
  content: Uint8Array | UploadedFile,
): Promise<void> {
  await demandUnblockedFile(work, content)
  // A job that removes the file waits for this unit of work, or this one for the job.
  await work.lock(fileLock(key), () => isUsed(work, key))
  const size = content instanceof Uint8Array ? content.length : content.sizeBytes
  await countFile(work, key, size)
  // An upload is on the disk already.
  const release = content instanceof Uint8Array ? await files.claim(size) : undefined
  const marker = `${PENDING}/${randomUUID()}`
  try {
    work.onRollback(() => abandon({ files, units }, [marker], [key]))
    await files.write(marker, Buffer.from(key))
    if (content instanceof Uint8Array) await files.write(key, content)
    else await files.keep(content, key)
  } finally {
    release?.()
  }
  work.afterCommit(() => background.run(() => files.remove(marker)))
}

/** Has files removed that a refused unit of work kept; the markers go when the job is stored. */
async function abandon(
  { files, units }: { files: FileStore; units: Units },
  markers: readonly string[],
  keys: readonly string[],
): Promise<void> {
  await units.write(SYSTEM_ACTOR, (work) => removeFiles(work, keys))
  for (const marker of markers) await files.remove(marker)
}

/** Has files removed whose unit of work ended with the former process. */
export async function recoverFiles(files: FileStore, units: Units): Promise<void> {
  const { markers, keys } = await pendingFiles(files)
  if (markers.length > 0) await abandon({ files, units }, markers, keys)
}

/** Returns the markers and the keys of files whose unit of work has not ended. */
export async function pendingFiles(files: FileStore): Promise<{ markers: string[]; keys: string[] }> {
  const markers: string[] = []
  const keys: string[] = []
  for await (const marker of files.list(PENDING)) {
    markers.push(marker)
    const file = await files.open(marker)
    const chunks: Uint8Array[] = []
    if (file) for await (const chunk of file.read()) chunks.push(chunk as Uint8Array)
    const key = Buffer.concat(chunks).toString()
    if (key !== '') keys.push(key)
  }
  return { markers, keys }
}

/** Whether a key is that of a marker, and no file of the platform. */
export const isMarker = (key: string): boolean => key.startsWith(`${PENDING}/`)
