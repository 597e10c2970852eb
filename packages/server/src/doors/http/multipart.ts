import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { ApiError } from '@guildhall/protocol'
import { cleanFilename } from '../../kernel/filename.ts'
import type { UploadedFile } from '../../kernel/files.ts'

const FIELDS_MAX = 50
const PARTS_MAX = 100
const FIELD_BYTES_MAX = 8 * 1024 * 1024

export interface MultipartLimits {
  dir: string
  fileBytesMax: number
  totalBytesMax: number
  filesMax: number
}

/**
 * Reads a multipart body: `payload_json` as the body (or, without it, the fields themselves), files to disk as they come.
 * Whatever goes wrong, no file stays behind.
 */
export async function readMultipart(
  request: IncomingMessage,
  limits: MultipartLimits,
): Promise<{ payload: unknown; files: UploadedFile[]; fields: Record<string, string> }> {
  if (Number(request.headers['content-length'] ?? 0) > limits.totalBytesMax) throw tooLarge()
  const files: UploadedFile[] = []
  const writing: Promise<void>[] = []
  const fields: Record<string, string> = {}
  try {
    await parse(request, limits, { files, writing, fields })
    await Promise.all(writing)
  } catch (error) {
    await Promise.allSettled(writing)
    await discard(files)
    throw error instanceof ApiError ? error : new ApiError('INVALID_FORM_BODY', { cause: error })
  }
  files.sort((a, b) => (a.index ?? 0) - (b.index ?? 0))
  return { payload: await payloadOf(fields, files), files, fields }
}

const tooLarge = () => new ApiError('REQUEST_ENTITY_TOO_LARGE')

async function payloadOf(fields: Record<string, string>, files: UploadedFile[]): Promise<unknown> {
  if (fields.payload_json === undefined) return { ...fields }
  try {
    return JSON.parse(fields.payload_json)
  } catch {
    await discard(files)
    throw new ApiError('INVALID_JSON')
  }
}

interface Sink {
  files: UploadedFile[]
  writing: Promise<void>[]
  fields: Record<string, string>
}

function parse(request: IncomingMessage, limits: MultipartLimits, sink: Sink): Promise<void> {
  return new Promise((resolve, reject) => {
    const busboy = new Busboy({
      headers: request.headers as { 'content-type': string },
      limits: {
        fileSize: limits.fileBytesMax + 1,
        files: limits.filesMax + 1,
        fields: FIELDS_MAX,
        parts: PARTS_MAX,
        fieldSize: FIELD_BYTES_MAX,
        headerPairs: 50,
      },
    })
    let total = 0
    const fail = (error: Error) => {
      request.unpipe(busboy)
      request.resume()
      reject(error)
    }
    busboy.on('file', (field, stream, filename, _encoding, mimetype) => {
      if (sink.files.length >= limits.filesMax)
        return fail(new ApiError(limits.filesMax === 0 ? 'INVALID_FORM_BODY' : 'TOO_MANY_ATTACHMENTS'))
      const written = store(field, stream, filename, mimetype, limits, sink)
      written.catch(fail)
      sink.writing.push(written)
    })
    busboy.on('field', (name, value, _nameTruncated, valueTruncated) => {
      if (valueTruncated) return fail(tooLarge())
      if (name !== '__proto__') sink.fields[name] = value
    })
    for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const)
      busboy.on(limit, () => fail(new ApiError('INVALID_FORM_BODY')))
    busboy.on('error', (error) => fail(error as Error))
    busboy.on('finish', resolve)
    request.on('aborted', () => fail(new Error('The client broke off')))
    request.on('data', (chunk: Buffer) => {
      total += chunk.length
      if (total > limits.totalBytesMax) fail(tooLarge())
    })
    request.pipe(busboy)
  })
}

async function store(
  field: string,
  stream: Readable & { truncated?: boolean },
  filename: string | undefined,
  contentType: string,
  limits: MultipartLimits,
  sink: Sink,
): Promise<void> {
  const path = join(limits.dir, randomBytes(12).toString('hex'))
  const index = /^files\[(\d{1,3})\]$/.exec(field)
  const file = {
    field,
    index: index ? Number(index[1]) : null,
    filename: cleanFilename(filename ?? '') ?? 'unknown',
    contentType,
    sizeBytes: 0,
    path,
  }
  sink.files.push(file)
  let bytes = 0
  stream.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  await pipeline(stream, createWriteStream(path))
  if (stream.truncated || bytes > limits.fileBytesMax) throw tooLarge()
  file.sizeBytes = bytes
}

export async function discard(files: readonly UploadedFile[]): Promise<void> {
  await Promise.all(files.map((file) => rm(file.path, { force: true })))
}
