import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyInstance } from '@fastify/busboy'
import { ApiError } from '@guildhall/protocol'
import type { UploadedFile } from '../kernel/files.ts'
import { parseJson } from '../validation/parse-json.ts'
import { pictureOf } from './placeholder.ts'

const FIELDS_MAX = 50
const PARTS_MAX = 100
/** Bytes of all fields together, as for a JSON body. */
const FIELD_BYTES_MAX = 16 * 1024 * 1024
const HEADER_BYTES_MAX = 16 * 1024
const FILENAME_MAX = 260

/** Notified of the bytes of a body as they arrive; an error that it throws refuses the body. */
export interface BytesInFlight {
  /** Called when bytes have arrived and are in memory. */
  arrived(bytes: number): void
  /** Called when that many bytes are on disk, and no longer in memory. */
  written(bytes: number): void
}

export interface MultipartLimits {
  /** Folder in which files are stored while the request is under way. */
  dir: string
  fileBytesMax: number
  /** Bytes of the whole body. */
  totalBytesMax: number
  filesMax: number
  inFlight?: BytesInFlight
  /** Opens the file that a part is written to. */
  openFile?: (path: string) => Writable
}

export interface MultipartBody {
  /** `payload_json` read as JSON; without it, the fields as an object. */
  payload: unknown
  /** Files by the n of `files[n]`. The caller discards them once they are stored elsewhere or not needed. */
  files: UploadedFile[]
  fields: Record<string, string>
}

/**
 * Reads the multipart body of a request, or of an application's response; files go to disk as they arrive.
 * @throws REQUEST_ENTITY_TOO_LARGE over a size, TOO_MANY_ATTACHMENTS over the number of files, INVALID_JSON for a
 * `payload_json` that is not JSON, INVALID_FORM_BODY for anything else. No file remains after an error. [LIM-1]
 */
export async function readMultipart(request: IncomingMessage, limits: MultipartLimits): Promise<MultipartBody> {
  const upload = new Upload(limits)
  try {
    if (Number(request.headers['content-length'] ?? 0) > limits.totalBytesMax) throw tooLarge()
    await upload.read(request)
    const { files, fields } = upload
    files.sort((a, b) => (a.index ?? 0) - (b.index ?? 0))
    // Read here and not where files are stored, because a transaction would wait for it there.
    for (const [index, file] of files.entries()) files[index] = await withPicture(file)
    return { payload: payloadOf(fields), files, fields }
  } catch (error) {
    await upload.abandon(error)
    request.resume()
    throw refusalOf(error)
  }
}

async function withPicture(file: UploadedFile): Promise<UploadedFile> {
  const picture = await pictureOf(file.path)
  return picture === undefined ? file : { ...file, picture }
}

/** Deletes uploads; files that were moved away are not an error. */
export async function discard(files: readonly UploadedFile[]): Promise<void> {
  await Promise.all(files.map((file) => rm(file.path, { force: true })))
}

const tooLarge = () => new ApiError('REQUEST_ENTITY_TOO_LARGE')

function payloadOf(fields: Record<string, string>): unknown {
  if (fields.payload_json === undefined) return { ...fields }
  try {
    return parseJson(fields.payload_json)
  } catch (error) {
    throw new ApiError('INVALID_JSON', { cause: error })
  }
}

/**
 * Rejection of a file that could not be written: a fault of this machine (a full disk, no handle left), never of the
 * client.
 */
class WriteFailed extends Error {
  override readonly name = 'WriteFailed'
}

function refusalOf(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (error instanceof WriteFailed) return new ApiError('INTERNAL', { cause: error.cause })
  return new ApiError('INVALID_FORM_BODY', { cause: error })
}

type FileStream = Readable & { truncated?: boolean }

/** One body being read. */
class Upload {
  readonly files: UploadedFile[] = []
  readonly fields: Record<string, string> = {}
  readonly #limits: MultipartLimits
  readonly #writing: Promise<void>[] = []
  readonly #stop = new AbortController()
  #fieldBytes = 0

  constructor(limits: MultipartLimits) {
    this.#limits = limits
  }

  /** Resolves when all parts are read and all files written. */
  async read(request: IncomingMessage): Promise<void> {
    await this.#parse(request)
    await Promise.all(this.#writing)
  }

  /** Stops the files that are still being written, then deletes all. */
  async abandon(reason: unknown): Promise<void> {
    this.#stop.abort(reason)
    await Promise.allSettled(this.#writing)
    await discard(this.files)
  }

  #parse(request: IncomingMessage): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const busboy = this.#busboy(request)
    let total = 0
    const onData = (chunk: Buffer) => {
      total += chunk.length
      if (total > this.#limits.totalBytesMax) return fail(tooLarge())
      try {
        this.#limits.inFlight?.arrived(chunk.length)
      } catch (error) {
        fail(error)
      }
    }
    const onClose = () => request.complete || fail(new Error('the client broke off'))
    const settle = () => {
      request.unpipe(busboy)
      request.off('data', onData)
      request.off('close', onClose)
    }
    const fail = (error: unknown) => {
      settle()
      reject(error)
    }
    busboy.on('file', (field, stream, filename) => {
      if (this.files.length >= this.#limits.filesMax) {
        stream.on('error', () => undefined).resume()
        return fail(new ApiError(this.#limits.filesMax === 0 ? 'INVALID_FORM_BODY' : 'TOO_MANY_ATTACHMENTS'))
      }
      const written = this.#write(String(field ?? ''), stream, filename)
      written.catch(fail)
      this.#writing.push(written)
    })
    busboy.on('field', (name, value, _nameCut, valueCut) => {
      this.#fieldBytes += value.length
      if (valueCut || this.#fieldBytes > FIELD_BYTES_MAX) return fail(tooLarge())
      if (name !== undefined && name !== '__proto__') this.fields[name] = value
    })
    for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const)
      busboy.on(limit, () => fail(new Error(`too many parts: ${limit}`)))
    busboy.on('error', fail)
    busboy.on('finish', () => {
      settle()
      resolve()
    })
    request.on('data', onData)
    request.on('close', onClose)
    request.on('error', fail)
    request.pipe(busboy)
    return promise
  }

  /** @throws Error when the header names no boundary */
  #busboy(request: IncomingMessage): BusboyInstance {
    const { fileBytesMax, filesMax } = this.#limits
    return new Busboy({
      headers: request.headers as { 'content-type': string },
      // Some clients send payload_json as a part with a file name.
      isPartAFile: (field, contentType, filename) =>
        field !== 'payload_json' && (filename !== undefined || contentType === 'application/octet-stream'),
      limits: {
        fileSize: fileBytesMax + 1,
        files: filesMax + 1,
        fields: FIELDS_MAX,
        parts: PARTS_MAX,
        fieldSize: FIELD_BYTES_MAX,
        headerPairs: 50,
        headerSize: HEADER_BYTES_MAX,
      },
    })
  }

  async #write(field: string, stream: FileStream, filename: string | undefined): Promise<void> {
    const index = /^files\[(\d{1,3})\]$/.exec(field)?.[1]
    const file = {
      field,
      index: index === undefined ? null : Number(index),
      filename: cleanName(filename),
      sizeBytes: 0,
      // No part of the request gets into a path.
      path: join(this.#limits.dir, randomBytes(12).toString('hex')),
    }
    this.files.push(file)
    const { fileBytesMax, inFlight, openFile = createWriteStream } = this.#limits
    const sizeGuard = async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        file.sizeBytes += chunk.length
        if (file.sizeBytes > fileBytesMax) throw tooLarge()
        inFlight?.written(chunk.length)
        yield chunk
      }
    }
    const target = openFile(file.path)
    let cause: unknown
    target.once('error', (error: NodeJS.ErrnoException) => {
      // An error with a system call comes from the file; others come through the pipeline.
      if (['open', 'write', 'close'].includes(error.syscall ?? '')) cause = error
    })
    try {
      await pipeline(stream, sizeGuard, target, { signal: this.#stop.signal })
    } catch (error) {
      throw cause === undefined ? error : new WriteFailed('a file of an upload could not be written', { cause })
    }
  }
}

/** Returns a base name of harmless characters; a long name loses its start, so that the extension stays. */
function cleanName(name: string | undefined): string {
  const base = (name ?? '').split(/[/\\]/).at(-1) ?? ''
  const clean = [...base.replaceAll(/[^\p{L}\p{N}._-]+/gu, '_')].slice(-FILENAME_MAX).join('')
  return /^[._]*$/.test(clean) ? 'unknown' : clean
}
