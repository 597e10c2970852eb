import { ApiError } from '@guildhall/protocol'
import type { FileStore, UploadedFile } from '../../kernel/files.ts'
import { UserError } from '../../kernel/user-error.ts'
import { checkBucket } from './s3-check.ts'
import { S3Client } from './s3-client.ts'
import { adviceOf, S3Error } from './s3-error.ts'
import { copyObject, deleteObject, headObject, listObjects, putObject } from './s3-objects.ts'
import { openObject } from './s3-open.ts'
import type { S3Place } from './s3-place.ts'
import { Removals } from './s3-removals.ts'

/** Folder of files below the prefix, so that backups in the same bucket are no files of the platform. */
export const FILES_FOLDER = 'files/'
/** Object that says that files are still being moved here. */
export const UNFINISHED_OBJECT = 'unfinished-move'
/** Folder of markers, which belong to the process that wrote them and stay on its machine. */
const PENDING = 'pending'
const RETRY_AFTER_S = 5
/** Time between two lines of the log about a store that is away. */
const QUIET_MS = 60_000

interface S3FilesOptions {
  /** Files of this machine: uploads in flight, markers, and files that were here before a move. */
  readonly local: FileStore
  /** Whether other nodes use the bucket too. */
  readonly isShared: boolean
  readonly warn: (line: string) => void
}

/**
 * Stores files in a bucket. Uploads in flight are on this machine.
 *
 * @throws UserError for a bucket that cannot be used, or to which files are still being moved
 */
export async function openS3Files(place: S3Place, options: S3FilesOptions): Promise<FileStore> {
  const client = new S3Client(place)
  await checkBucket(client)
  if ((await headObject(client, `${place.prefix}${UNFINISHED_OBJECT}`)) !== null)
    throw new UserError(`Files are still being moved to ${place.name}. Run guildhall move-store, or restore, again.`)
  return s3Files(client, options)
}

/** Returns the files of a bucket that was checked. */
function s3Files(client: S3Client, { local, isShared, warn }: S3FilesOptions): FileStore {
  const { prefix } = client.place
  const objectOf = (key: string) => `${prefix}${FILES_FOLDER}${checkedKey(key)}`
  const removals = new Removals()
  const asked = askerOf(client.place.name, warn)
  // A file that was on this machine before a move goes too.
  const remove = (key: string) =>
    asked(async () => {
      await local.remove(key)
      await deleteObject(client, objectOf(key))
    })
  const isMarker = (key: string) => key === PENDING || key.startsWith(`${PENDING}/`)
  const put = (key: string, content: UploadedFile | Uint8Array) =>
    asked(() => putObject(client, objectOf(key), content).then(() => undefined))
  return {
    uploadDir: local.uploadDir,
    copies: null,
    setReserve: (bytes) => local.setReserve(bytes),
    freeBytes: () => local.freeBytes(),
    claim: (bytes) => local.claim(bytes),
    keep: (upload, key) => put(key, upload),
    write: (key, bytes) => (isMarker(key) ? local.write(key, bytes) : put(key, bytes)),
    open: (key) => (isMarker(key) ? local.open(key) : asked(() => openObject(client, objectOf(key)))),
    remove: (key) => (isMarker(key) ? local.remove(key) : remove(key)),
    list: (folder) => (isMarker(folder) ? local.list(folder) : listKeys(client, folder)),
    remote: {
      isShared,
      async send(key, content) {
        const number = await removals.beforeSending(key)
        await put(key, content)
        return number
      },
      copy: (from, to) => asked(() => copyObject(client, objectOf(from), objectOf(to))),
      removal: (keys) => removals.announce(keys, remove),
      isRemovedSince: (key, sent) => removals.isRemovedSince(key, sent),
    },
    async close() {
      client.close()
      await local.close()
    },
  }
}

/** Runs a task of the store. @throws ApiError OVERLOADED while the store is away */
type Asker = <T>(task: () => Promise<T>) => Promise<T>

/** Returns what turns failures of the store into the error of an engine that is away, and tells the operator. */
function askerOf(name: string, warn: (line: string) => void): Asker {
  let warnedAt = Number.NEGATIVE_INFINITY
  return async (task) => {
    try {
      return await task()
    } catch (error) {
      if (!(error instanceof S3Error)) throw error
      if (performance.now() - warnedAt > QUIET_MS) warn(`${name}: ${error.message}. ${adviceOf(error)}`)
      warnedAt = performance.now()
      throw unavailable(error)
    }
  }
}

async function* listKeys(client: S3Client, folder: string): AsyncGenerator<string> {
  const top = `${client.place.prefix}${FILES_FOLDER}`
  try {
    // Some programs make empty objects as folders.
    for await (const { object } of listObjects(client, folder === '' ? top : `${top}${checkedKey(folder)}/`))
      if (!object.endsWith('/')) yield object.slice(top.length)
  } catch (error) {
    throw error instanceof S3Error ? unavailable(error) : error
  }
}

/** @throws Error for a key that would name another object as soon as its path is resolved */
function checkedKey(key: string): string {
  if (key.split('/').some((part) => part === '' || part === '.' || part === '..'))
    throw new Error(`Not a file key: ${key}`)
  return key
}

function unavailable(cause: S3Error): ApiError {
  const reason = `the store of files: ${cause.message}`
  return new ApiError('OVERLOADED', { reason, cause, extra: { retry_after: RETRY_AFTER_S } })
}
