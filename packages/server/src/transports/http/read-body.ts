import { setImmediate as nextTurn } from 'node:timers/promises'
import { ApiError, invalidForm } from '@guildhall/protocol'
import type { FastifyRequest } from 'fastify'
import type { UploadedFile } from '../../kernel/files.ts'
import type { Operation } from '../../kernel/operation.ts'
import { readMultipart } from '../../media/multipart.ts'
import { parseJson } from '../../validation/parse-json.ts'
import { type Bodies, type BodyAccount, type BodyHolder, readBytes } from './bodies.ts'
import type { TapedRequest } from './taped-request.ts'

export interface ReadBody {
  readonly input: unknown
  readonly files: readonly UploadedFile[]
}

interface Reading {
  readonly request: FastifyRequest
  readonly share: BodyHolder
  readonly bodies: Bodies
  readonly account: BodyAccount
  readonly uploadDir: string
  /** Is told what was read; null if the tape does not record. */
  readonly taped: TapedRequest | null
}

/**
 * Reads the body of an admitted request: JSON or a form to memory, files of multipart to disk.
 * @throws 40005 over a size, 130000 over a share, 408 for a body that stalls, 50109 for what is not JSON
 */
export async function readBody(operation: Operation, reading: Reading): Promise<ReadBody> {
  const { request, bodies } = reading
  if (!hasBody(request)) return { input: operation.body ? {} : undefined, files: [] }
  const { promise: stalled, reject } = Promise.withResolvers<never>()
  const unwatch = bodies.watch(request.raw, () => reject(new ApiError('REQUEST_TIMEOUT')))
  const read = readParts(operation, reading)
  try {
    return await Promise.race([read, stalled])
  } catch (error) {
    // A body that stalls is never read to its end: the connection goes, and with it what waits for the body.
    if (error instanceof ApiError && error.errorName === 'REQUEST_TIMEOUT') {
      read.catch(() => undefined)
      setTimeout(() => request.raw.destroy(), CLOSING_MS).unref()
    }
    throw error
  } finally {
    unwatch()
  }
}

/** Time for the response to leave before a stalled connection is cut. */
const CLOSING_MS = 1_000

async function readParts(operation: Operation, reading: Reading): Promise<ReadBody> {
  const { request, share, bodies, account, uploadDir, taped } = reading
  const { jsonBytesMax, uploadBytesMax, smallBytesMax } = bodies.limits
  const bytesMax = share.anonymous || !operation.body ? smallBytesMax : jsonBytesMax
  const type = request.headers['content-type'] ?? ''
  if (type.startsWith('multipart/form-data')) {
    const filesMax = operation.filesMax ?? 0
    const totalBytesMax = filesMax > 0 && !share.anonymous ? uploadBytesMax : bytesMax
    const limits = { dir: uploadDir, fileBytesMax: totalBytesMax, totalBytesMax, filesMax, inFlight: account }
    const { payload, files } = await readMultipart(request.raw, limits)
    taped?.multipartRead(payload, files)
    return { input: payload ?? {}, files }
  }
  const bytes = await readBytes(request.raw, bytesMax, account)
  taped?.bodyRead(bytes)
  if (!operation.body) return { input: undefined, files: [] }
  if (bytes.length === 0) return { input: {}, files: [] }
  if (!isReadable(type)) throw unreadable()
  if (type.startsWith(FORM)) {
    if (bytes.length > FORM_BYTES_MAX) throw new ApiError('REQUEST_ENTITY_TOO_LARGE')
    const fields = new URLSearchParams(bytes.toString())
    // A library that builds a multipart body, but adds no file, can send this form instead. aiohttp does so.
    const payload = operation.form ? null : fields.get('payload_json')
    return { input: payload === null ? Object.fromEntries(fields) : jsonOf(Buffer.from(payload)), files: [] }
  }
  if (operation.form) return { input: {}, files: [] }
  const input = jsonOf(bytes)
  // Parsing and checking 16 MB of images take 10 ms each: other requests come between them.
  if (bytes.length > LONG_BYTES) await nextTurn()
  return { input, files: [] }
}

function hasBody({ method, headers }: FastifyRequest): boolean {
  if (method === 'GET') return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

const FORM = 'application/x-www-form-urlencoded'
/** A body of this size is parsed and checked in turns of the event loop of their own. */
const LONG_BYTES = 1024 * 1024
/** A form of a Slack message is smaller. Millions of fields would hold the event loop for seconds. */
const FORM_BYTES_MAX = 256 * 1024

/** Whether a body of this type is one of those that the documents name. Multipart is read before. */
function isReadable(type: string): boolean {
  const name = (type.split(';', 1)[0] ?? '').trim().toLowerCase()
  return name === 'application/json' || name === FORM
}

function unreadable(): ApiError {
  const types = `{'application/json', '${FORM}', 'multipart/form-data'}`
  return invalidForm(['_misc'], 'CONTENT_TYPE_INVALID', `Expected "Content-Type" header to be one of ${types}.`)
}

/** @throws ApiError INVALID_JSON */
function jsonOf(bytes: Buffer): unknown {
  try {
    return parseJson(bytes)
  } catch (cause) {
    throw new ApiError('INVALID_JSON', { cause })
  }
}
