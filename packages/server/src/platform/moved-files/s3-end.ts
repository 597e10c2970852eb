import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import {
  bucketError,
  checkBucket,
  deleteObject,
  FILES_FOLDER,
  headObject,
  listObjects,
  objectStream,
  putObject,
  readS3Place,
  S3Client,
  S3Error,
  UNFINISHED_OBJECT,
} from '../../adapters/s3/index.ts'
import { type FilesEnd, factsOf } from './files-end.ts'

/** Opens a bucket as an end of a move. @throws UserError for a bucket that cannot be used */
export async function s3End(url: string): Promise<FilesEnd> {
  const place = readS3Place(url, process.env)
  const client = new S3Client(place)
  await checkBucket(client)
  const top = `${place.prefix}${FILES_FOLDER}`
  const marker = `${place.prefix}${UNFINISHED_OBJECT}`
  const asked = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (error) {
      throw error instanceof S3Error ? bucketError(place.name, error) : error
    }
  }
  const read = (key: string) =>
    asked(async () => {
      const found = await headObject(client, `${top}${key}`)
      if (found === null) return null
      return factsOf(objectStream(client, `${top}${key}`, { start: 0, end: found.sizeBytes - 1 }))
    })
  return {
    name: place.name,
    async *list() {
      try {
        for await (const { object } of listObjects(client, top))
          if (!object.endsWith('/')) yield object.slice(top.length)
      } catch (error) {
        throw error instanceof S3Error ? bucketError(place.name, error) : error
      }
    },
    async facts(key) {
      const found = await asked(() => headObject(client, `${top}${key}`))
      if (found === null) return null
      const { sizeBytes, sha256 } = found
      // Objects that other programs have copied here state no hash.
      return sha256 === null ? read(key) : { sizeBytes, sha256 }
    },
    read,
    fetch: (key, path) => asked(() => fetchTo(client, `${top}${key}`, path)),
    put: (key, path, sizeBytes) =>
      asked(() => putObject(client, `${top}${key}`, { path, sizeBytes }).then(() => undefined)),
    isMarked: () => asked(async () => (await headObject(client, marker)) !== null),
    mark: () =>
      asked(() => putObject(client, marker, Buffer.from('Run guildhall move-store again.\n')).then(() => undefined)),
    unmark: () => asked(() => deleteObject(client, marker)),
    close: () => client.close(),
  }
}

/** Downloads an object to a path where nothing is. Returns false without the object. */
async function fetchTo(client: S3Client, object: string, path: string): Promise<boolean> {
  const found = await headObject(client, object)
  if (found === null) return false
  const hash = createHash('sha256')
  try {
    await pipeline(
      objectStream(client, object, { start: 0, end: found.sizeBytes - 1 }),
      async function* (chunks: AsyncIterable<Uint8Array>) {
        for await (const chunk of chunks) {
          hash.update(chunk)
          yield chunk
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
  if (found.sha256 !== null && hash.digest('hex') !== found.sha256)
    throw new S3Error(`${object} is not what was stored`, { status: null, code: 'damaged' })
  return true
}
