import { Readable } from 'node:stream'
import { ApiError } from '@guildhall/protocol'
import type { FileStore, StoredFile, UploadedFile } from '../../kernel/files.ts'
import { UserError } from '../../kernel/user-error.ts'
import { away, S3_LIMITS, S3Client, type S3Limits } from './s3-client.ts'
import { adviceOf, S3Error } from './s3-error.ts'
import { copyObject, deleteObject, getRange, headObject, listObjects, putObject } from './s3-objects.ts'
import type { S3Place } from './s3-place.ts'
import { Removals } from './s3-removals.ts'
import { objectStream } from './s3-stream.ts'

/** Folder of files below the prefix, so that backups in the same bucket are no files of the platform. */
export const FILES_FOLDER = 'files/'
/** Object that says that files are still being moved here. */
export const UNFINISHED_OBJECT = 'unfinished-move'
const CHECK_OBJECT = 'write-check'
/** Folder of markers, which belong to the process that wrote them and stay on its machine. */
const PENDING = 'pending'
/** Bytes that are read to learn the size of a file: small ones need no second request. */
const HEAD_BYTES = 64 * 1024
const RETRY_AFTER_S = 5
/** Time between two lines of the log about a store that is away. */
const QUIET_MS = 60_000

interface S3FilesOptions {
  /** Files of this machine: uploads in flight, markers, and files that were here before a move. */
  readonly local: FileStore
  readonly warn: (line: string) => void
  readonly limits?: S3Limits
}

/** Checks that a bucket can be listed, written and deleted from. @throws UserError with the bucket, the reason, advice */
export async function checkBucket(client: S3Client): Promise<void> {
  const { name, prefix } = client.place
  try {
    for await (const _ of listObjects(client, `${prefix}${CHECK_OBJECT}`)) break
    await putObject(client, `${prefix}${CHECK_OBJECT}`, Buffer.from('This object may be deleted.\n'))
    await deleteObject(client, `${prefix}${CHECK_OBJECT}`)
  } catch (error) {
    throw error instanceof S3Error ? bucketError(name, error) : error
  }
}

/** Returns an error for the operator: the bucket, the reason, advice. */
export function bucketError(name: string, error: S3Error): UserError {
  return new UserError(`The files in ${name} cannot be used: ${error.message}. ${adviceOf(error)}`, { cause: error })
}

/**
 * Stores files in a bucket. Uploads in flight are on this machine.
 *
 * @throws UserError for a bucket that cannot be used, or to which files are still being moved
 */
export async function openS3Files(place: S3Place, options: S3FilesOptions): Promise<FileStore> {
  const client = new S3Client(place, options.limits ?? S3_LIMITS)
  await checkBucket(client)
  if ((await headObject(client, `${place.prefix}${UNFINISHED_OBJECT}`)) !== null)
    throw new UserError(`Files are still being moved to ${place.name}. Run guildhall move-store, or restore, again.`)
  return s3Files(client, options)
}

/** Returns the files of a bucket that was checked. */
export function s3Files(client: S3Client, { local, warn }: Omit<S3FilesOptions, 'limits'>): FileStore {
  const { prefix, name } = client.place
  const objectOf = (key: string) => `${prefix}${FILES_FOLDER}${checkedKey(key)}`
  const removals = new Removals()
  let warnedAt = Number.NEGATIVE_INFINITY
  /** Turns failures of the store into the error of an engine that is away, and tells the operator once a minute. */
  const asked = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof S3Error)) throw error
      if (performance.now() - warnedAt > QUIET_MS) warn(`${name}: ${error.message}. ${adviceOf(error)}`)
      warnedAt = performance.now()
      throw unavailable(error)
    }
  }
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
    async *list(folder) {
      if (isMarker(folder)) return yield* local.list(folder)
      const below = folder === '' ? '' : `${checkedKey(folder)}/`
      const start = `${prefix}${FILES_FOLDER}`.length
      try {
        for await (const { object } of listObjects(client, `${prefix}${FILES_FOLDER}${below}`)) {
          const key = object.slice(start)
          // Some programs make objects that stand for folders.
          if (!key.endsWith('/')) yield key
        }
      } catch (error) {
        throw error instanceof S3Error ? unavailable(error) : error
      }
    },
    remote: {
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

/** Opens an object by reading its first bytes, which tell its size. Returns null for one that is not there. */
async function openObject(client: S3Client, object: string): Promise<StoredFile | null> {
  const head = await readHead(client, object)
  if (head === null) return null
  const { sizeBytes, bytes } = head
  return {
    sizeBytes,
    read(range = { start: 0, end: sizeBytes - 1 }) {
      const end = Math.min(range.end, sizeBytes - 1)
      if (end < bytes.length) return Readable.from([bytes.subarray(range.start, end + 1)])
      return objectStream(client, object, { start: range.start, end })
    },
  }
}

async function readHead(client: S3Client, object: string): Promise<{ sizeBytes: number; bytes: Buffer } | null> {
  try {
    const { response, sizeBytes, length } = await getRange(client, object, { start: 0, end: HEAD_BYTES - 1 })
    // A store that knows no ranges sends the whole object.
    const chunks: Buffer[] = []
    let read = 0
    const timer = setTimeout(() => response.destroy(away('the store is silent')), S3_LIMITS.silenceMs)
    try {
      for await (const chunk of response) {
        chunks.push(chunk as Buffer)
        read += (chunk as Buffer).length
        if (length > HEAD_BYTES && read >= HEAD_BYTES) break
      }
    } catch (cause) {
      throw cause instanceof S3Error ? cause : away((cause as Error).message, cause)
    } finally {
      clearTimeout(timer)
      response.destroy()
    }
    if (read < Math.min(length, HEAD_BYTES)) throw away('it sends too little')
    return { sizeBytes, bytes: Buffer.concat(chunks).subarray(0, HEAD_BYTES) }
  } catch (error) {
    if (!(error instanceof S3Error)) throw error
    // An empty object has no first byte.
    if (error.status === 416) return { sizeBytes: 0, bytes: Buffer.alloc(0) }
    if (error.status === 404 && error.code !== 'NoSuchBucket') return null
    throw error
  }
}
