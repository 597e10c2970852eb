import { Readable } from 'node:stream'
import type { StoredFile } from '../../kernel/files.ts'
import { away, S3_LIMITS, type S3Client } from './s3-client.ts'
import { S3Error } from './s3-error.ts'
import { getRange } from './s3-objects.ts'
import { objectStream } from './s3-stream.ts'

/** Bytes that are read to learn the size of a file: small ones need no second request. */
const HEAD_BYTES = 64 * 1024

/** Opens an object by reading its first bytes, which tell its size. Returns null for one that is not there. */
export async function openObject(client: S3Client, object: string): Promise<StoredFile | null> {
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
