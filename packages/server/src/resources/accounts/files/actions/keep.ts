import { createHash, randomUUID } from 'node:crypto'
import type { FileStore, RemoteFiles, UploadedFile } from '../../../../kernel/files.ts'
import type { OutsideTask } from '../../../../kernel/outside-tasks.ts'
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
  await countFile(work, key, content instanceof Uint8Array ? content.length : content.sizeBytes)
  const { remote } = files
  if (remote === null) await keepHere(work, { files, units, background }, key, content)
  else await keepRemotely(work, { remote, files, units, background }, key, content)
}

/** Keeps a file on a disk of this machine. */
async function keepHere(
  work: Work,
  { files, units, background }: FileKeeper,
  key: string,
  content: Uint8Array | UploadedFile,
): Promise<void> {
  // An upload is on the disk already.
  const release = content instanceof Uint8Array ? await files.claim(content.length) : undefined
  const marker = newMarker()
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

interface Sent {
  readonly marker: string
  readonly key: string
  readonly number: number
}

/**
 * Keeps a file behind a network. It is sent while no transaction runs, under the key that the first run of the unit of
 * work gave it. A file whose key is another one in the run that commits is copied there.
 */
async function keepRemotely(
  work: Work,
  { remote, files, units, background }: FileKeeper & { remote: RemoteFiles },
  key: string,
  content: Uint8Array | UploadedFile,
): Promise<void> {
  const sending = (): OutsideTask<Sent> => ({
    async run() {
      const marker = newMarker()
      // If the store fails, the marker stays for the next start: part of the file may have arrived.
      await files.write(marker, Buffer.from(key))
      return { marker, key, number: await remote.send(key, content) }
    },
    async undo(sent) {
      if (sent) await abandon({ files, units }, [sent.marker], [sent.key])
    },
  })
  const name = `keep ${identityOf(content)}`
  let sent = work.outside(name, sending)?.result
  // A job removed the file meanwhile, because nothing referred to it then.
  for (let tries = 1; sent && remote.isRemovedSince(sent.key, sent.number) && tries < SENDS_MAX; tries += 1)
    sent = work.outside(`${name} ${tries}`, sending)?.result
  if (!sent) return
  if (sent.key !== key) await remote.copy(sent.key, key)
  const done = sent
  work.afterCommit(() =>
    background.run(async () => {
      if (done.key === key) await files.remove(done.marker)
      else await abandon({ files, units }, [done.marker], [done.key])
    }),
  )
}

/** Times that a file is sent again, because it was removed at the same moment. */
const SENDS_MAX = 3

function identityOf(content: Uint8Array | UploadedFile): string {
  return content instanceof Uint8Array ? createHash('sha256').update(content).digest('hex') : content.path
}

const newMarker = (): string => `${PENDING}/${randomUUID()}`

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
