import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { away, bytesBody, fileBody, pathOfObject, type S3Body, type S3Client } from './s3-client.ts'
import { errorOf, S3Error } from './s3-error.ts'
import { elementsIn, encoded, valuesIn } from './s3-xml.ts'

/** Bytes of one part of a large object. Smaller objects are sent whole. */
const PART_BYTES = 16 * 1024 * 1024
/** Stores take no more parts of one object. */
const PARTS_MAX = 10_000
/** Pages of a listing that may be empty one after another. */
const EMPTY_PAGES_MAX = 100
/** Header of an object with the hash of its content. */
const HASH_HEADER = 'x-amz-meta-sha256'

/** Content of an object: bytes, or a file of this machine. */
export type ObjectContent = Uint8Array | { readonly path: string; readonly sizeBytes: number }

/** Facts of a stored object. */
export interface ObjectFacts {
  readonly sizeBytes: number
  /** Hash of the content as its writer stated it; null for an object of another program. */
  readonly sha256: string | null
}

/** Returns null for an object that is not there. @throws any other error */
function absent(error: unknown): null {
  if (error instanceof S3Error && error.status === 404 && error.code !== 'NoSuchBucket') return null
  throw error
}

/** Writes an object whole or not at all. The store checks the hashes that are sent. Returns the hash. */
export async function putObject(client: S3Client, object: string, content: ObjectContent): Promise<string> {
  if (content instanceof Uint8Array) return putWhole(client, object, bytesBody(content))
  const { path, sizeBytes } = content
  const size = Math.max(PART_BYTES, Math.ceil(sizeBytes / PARTS_MAX))
  const { sha256, parts } = await hashesOf(path, size)
  if (sizeBytes <= PART_BYTES) return putWhole(client, object, fileBody(path, { start: 0, sizeBytes, sha256 }))
  const bodies = parts.map((part, index) =>
    fileBody(path, { start: index * size, sizeBytes: Math.min(size, sizeBytes - index * size), sha256: part }),
  )
  await putInParts(client, object, sha256, bodies)
  return sha256
}

async function putWhole(client: S3Client, object: string, body: S3Body): Promise<string> {
  await client.text({ method: 'PUT', object, headers: { [HASH_HEADER]: body.sha256 }, body })
  return body.sha256
}

/** Reads a file once for the hashes of the whole and of its parts. */
async function hashesOf(path: string, partBytes: number): Promise<{ sha256: string; parts: string[] }> {
  const whole = createHash('sha256')
  const parts: string[] = []
  let [part, left]: [Hash, number] = [createHash('sha256'), partBytes]
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    whole.update(chunk)
    for (let rest = chunk; rest.length > 0; ) {
      const taken = rest.subarray(0, left)
      part.update(taken)
      left -= taken.length
      rest = rest.subarray(taken.length)
      if (left > 0) continue
      parts.push(part.digest('hex'))
      ;[part, left] = [createHash('sha256'), partBytes]
    }
  }
  if (left < partBytes) parts.push(part.digest('hex'))
  return { sha256: whole.digest('hex'), parts }
}

/**
 * Sends a large object part by part. Nothing is found under its name before the last step, and a failure takes all
 * parts back.
 */
async function putInParts(client: S3Client, object: string, sha256: string, bodies: readonly S3Body[]): Promise<void> {
  const headers = { [HASH_HEADER]: sha256 }
  const begun = await client.text({ method: 'POST', object, query: { uploads: '' }, headers })
  const [uploadId] = valuesIn(begun.text, 'UploadId')
  if (!uploadId) throw away('it began no upload')
  try {
    const tags: string[] = []
    for (const [index, body] of bodies.entries()) {
      const query = { partNumber: String(index + 1), uploadId }
      const sent = await client.text({ method: 'PUT', object, query, body })
      tags.push(sent.headers.etag ?? '')
    }
    const list = tags.map(
      (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${encoded(tag)}</ETag></Part>`,
    )
    const body = bytesBody(Buffer.from(`<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`))
    const done = await client.text({ method: 'POST', object, query: { uploadId }, body })
    demandDone(done.text)
  } catch (error) {
    await client.text({ method: 'DELETE', object, query: { uploadId } }).catch(() => undefined)
    throw error
  }
}

/** A store begins some responses with 200 before it knows how they end. */
function demandDone(text: string): void {
  if (text.includes('<Error>')) throw errorOf(500, text)
}

/** Copies an object inside of the store. */
export async function copyObject(client: S3Client, from: string, to: string): Promise<void> {
  const headers = { 'x-amz-copy-source': pathOfObject(client.place.bucket, from) }
  const { text } = await client.text({ method: 'PUT', object: to, headers })
  demandDone(text)
}

/** Removes an object; does nothing when there is none. */
export async function deleteObject(client: S3Client, object: string): Promise<void> {
  await client.text({ method: 'DELETE', object }).catch(absent)
}

/** Returns the facts of an object; null for one that is not there. */
export async function headObject(client: S3Client, object: string): Promise<ObjectFacts | null> {
  const found = await client.text({ method: 'HEAD', object }).catch(absent)
  if (!found) return null
  const stated = found.headers[HASH_HEADER]
  return { sizeBytes: lengthOf(found.headers), sha256: typeof stated === 'string' ? stated : null }
}

/** Begins to read a range of an object. @throws S3Error; its status is 404 without the object, 416 beyond its end */
export async function getRange(
  client: S3Client,
  object: string,
  { start, end }: { start: number; end: number },
): Promise<{ response: IncomingMessage; sizeBytes: number; length: number }> {
  const response = await client.send({ method: 'GET', object, headers: { range: `bytes=${start}-${end}` } })
  try {
    const length = lengthOf(response.headers)
    if (response.statusCode !== 206) {
      if (start > 0) throw away('it knows no ranges')
      return { response, sizeBytes: length, length }
    }
    const range = response.headers['content-range'] ?? ''
    // Most stores refuse a range of an empty object. Some send one that it does not have.
    if (range.endsWith('/0')) throw new S3Error('the object is empty', { status: 416, code: 'InvalidRange' })
    const [, first, last, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(range) ?? []
    const isAsked = Number(first) === start && Number(last) <= end && Number(last) - start + 1 === length
    if (!isAsked || !(Number(last) < Number(total))) throw away('it sends another range')
    return { response, sizeBytes: Number(total), length }
  } catch (error) {
    response.destroy()
    throw error
  }
}

function lengthOf(headers: IncomingMessage['headers']): number {
  const length = Number(headers['content-length'] ?? Number.NaN)
  if (!Number.isSafeInteger(length)) throw away('it states no length')
  return length
}

/** Decodes a name of a listing. Returns undefined for one that is not encoded as it says. */
function decodedName(name: string): string | undefined {
  try {
    return decodeURIComponent(name.replaceAll('+', '%20'))
  } catch {
    return undefined
  }
}

/** Lists the names and sizes of the objects below a prefix, page by page, in no order. */
export async function* listObjects(
  client: S3Client,
  prefix: string,
): AsyncGenerator<{ readonly object: string; readonly sizeBytes: number }> {
  let token: string | undefined
  for (let empty = 0; empty < EMPTY_PAGES_MAX; ) {
    const query = { 'list-type': '2', 'encoding-type': 'url', prefix, ...(token && { 'continuation-token': token }) }
    const { text } = await client.text({ method: 'GET', object: '', query })
    if (!text.includes('<ListBucketResult')) throw away('it sends no listing')
    const isEncoded = valuesIn(text, 'EncodingType')[0] === 'url'
    const entries = elementsIn(text, 'Contents')
    for (const entry of entries) {
      const [name = ''] = valuesIn(entry, 'Key')
      const object = isEncoded ? decodedName(name) : name
      if (!object?.startsWith(prefix)) throw away('it lists other objects')
      yield { object, sizeBytes: Number(valuesIn(entry, 'Size')[0]) || 0 }
    }
    if (valuesIn(text, 'IsTruncated')[0] !== 'true') return
    const [next] = valuesIn(text, 'NextContinuationToken')
    if (!next || next === token) throw away('its listing does not go on')
    token = next
    empty = entries.length === 0 ? empty + 1 : 0
  }
  throw away('its listing does not end')
}
