import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { away, type S3Client } from './s3-client.ts'
import { S3Error } from './s3-error.ts'
import { getRange } from './s3-objects.ts'

/** Time for the next bytes of an object while somebody waits for them. */
const CHUNK_MS = 10_000
/** Connections one after another that bring no byte. */
const FRUITLESS_MAX = 3

/** Both included. */
interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Reads a range of an object. No request is sent before the first read. A connection that breaks is followed by another
 * one, from the byte at which it broke.
 */
export function objectStream(client: S3Client, object: string, range: ByteRange): Readable {
  return Readable.from(chunksOf(client, object, range), { objectMode: false })
}

async function* chunksOf(client: S3Client, object: string, { start, end }: ByteRange): AsyncGenerator<Buffer> {
  for (let [at, fruitless] = [start, 0]; at <= end; ) {
    const { response, length } = await getRange(client, object, { start: at, end }).catch(gone)
    const before = at
    try {
      if (length > end - at + 1) throw away('it sends too much')
      for await (const chunk of chunksInTime(response)) {
        at += chunk.length
        yield chunk
      }
      if (at <= end && before + length !== at) throw away('it sends too little')
    } catch (error) {
      fruitless = at > before ? 0 : fruitless + 1
      if (fruitless >= FRUITLESS_MAX) throw error instanceof S3Error ? error : away((error as Error).message, error)
    } finally {
      response.destroy()
    }
  }
}

/** Reads a response, and waits for each of its chunks only so long. */
async function* chunksInTime(response: IncomingMessage): AsyncGenerator<Buffer> {
  const iterator = response[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  for (;;) {
    const timer = setTimeout(() => response.destroy(away('the store is silent')), CHUNK_MS)
    const next = await iterator.next().finally(() => clearTimeout(timer))
    if (next.done) return
    yield next.value
  }
}

/** @throws the error as that of a file that is not there, for an object that was removed meanwhile */
function gone(error: unknown): never {
  if (error instanceof S3Error && (error.status === 404 || error.status === 416))
    throw Object.assign(new Error('The object is gone', { cause: error }), { code: 'ENOENT' })
  throw error
}
