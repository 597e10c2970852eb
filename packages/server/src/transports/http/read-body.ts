import { setImmediate as nextTurn } from 'node:timers/promises'
import { ApiError, invalidForm } from '@guildhall/protocol'
import type { FileStore, UploadedFile } from '../../kernel/files.ts'
import type { Operation } from '../../kernel/operation.ts'
import { readMultipart } from '../../media/multipart.ts'
import { parseJson } from '../../validation/parse-json.ts'
import { type Bodies, type BodyAccount, type BodyHolder, readBytes } from './bodies.ts'
import type { ApiCall } from './call.ts'

export interface ReadBody {
  readonly input: unknown
  readonly files: readonly UploadedFile[]
  /** Whether the request had to wait for its body. */
  readonly late: boolean
}

type Parts = Omit<ReadBody, 'late'>

interface Reading {
  readonly share: BodyHolder
  readonly bodies: Bodies
  readonly account: BodyAccount
  readonly files: Pick<FileStore, 'uploadDir' | 'claim'>
}

/**
 * Reads the body of an admitted request that has one: JSON or a form to memory, files of multipart to disk.
 * @throws 40005 over a size, 130000 over a share or without room on the disk, 408 for a body that stalls, 50109 for
 *   what is not JSON
 */
export async function readBody(call: ApiCall, reading: Reading): Promise<ReadBody> {
  const { request } = call
  const arrived = arrivedBytes(call, reading)
  if (arrived !== null) return { ...parsed(call, arrived), late: false }
  // Nothing of the body is read before: a stream that flows would lose what arrives meanwhile.
  const release = await claimRoom(call, reading)
  const { promise: stalled, reject } = Promise.withResolvers<never>()
  const unwatch = reading.bodies.watch(request, () => reject(new ApiError('REQUEST_TIMEOUT')))
  const read = readParts(call, reading)
  try {
    return { ...(await Promise.race([read, stalled])), late: true }
  } catch (error) {
    // A body that stalls is never read to its end: the connection goes, and with it what waits for the body.
    if (error instanceof ApiError && error.errorName === 'REQUEST_TIMEOUT') {
      read.catch(() => undefined)
      setTimeout(() => request.destroy(), CLOSING_MS).unref()
    }
    throw error
  } finally {
    unwatch()
    release?.()
  }
}

/** Claims room on the disk for the files of a body; undefined for a body without files. */
async function claimRoom(call: ApiCall, reading: Reading): Promise<(() => void) | undefined> {
  const { headers, operation } = call
  if (!headers['content-type']?.startsWith(MULTIPART) || !operation.filesMax) return undefined
  const bytesMax = multipartBytesMax(call, reading)
  return reading.files.claim(Math.min(Number(headers['content-length'] ?? bytesMax), bytesMax))
}

function multipartBytesMax({ operation }: ApiCall, { share, bodies }: Reading): number {
  const { jsonBytesMax, uploadBytesMax, smallBytesMax } = bodies.limits
  if (share.anonymous) return smallBytesMax
  if (operation.filesMax) return uploadBytesMax
  return operation.body ? jsonBytesMax : smallBytesMax
}

/** Returns a small body that arrived together with the head; null for any other, for which a request has to wait. */
function arrivedBytes({ request, headers }: ApiCall, { account, bodies }: Reading): Buffer | null {
  const declared = Number(headers['content-length'] ?? Number.NaN)
  if (!(declared <= bodies.limits.smallBytesMax) || request.readableLength !== declared) return null
  if (headers['content-type']?.startsWith(MULTIPART)) return null
  account.arrived(declared)
  return request.read() as Buffer
}

/** Time for the response to leave before a stalled connection is cut. */
const CLOSING_MS = 1_000

async function readParts(call: ApiCall, reading: Reading): Promise<Parts> {
  const { operation, request, headers } = call
  const { share, bodies, account, files } = reading
  const { jsonBytesMax, smallBytesMax } = bodies.limits
  const bytesMax = share.anonymous || !operation.body ? smallBytesMax : jsonBytesMax
  if (headers['content-type']?.startsWith(MULTIPART)) {
    const filesMax = operation.filesMax ?? 0
    const totalBytesMax = multipartBytesMax(call, reading)
    const limits = { dir: files.uploadDir, fileBytesMax: totalBytesMax, totalBytesMax, filesMax, inFlight: account }
    const read = await readMultipart(request, limits)
    call.taped?.multipartRead(read.payload, read.files)
    return { input: read.payload ?? {}, files: read.files }
  }
  const bytes = await readBytes(request, bytesMax, account)
  const read = parsed(call, bytes)
  // Parsing and checking 16 MB of images take 10 ms each: other requests come between them.
  if (bytes.length > LONG_BYTES) await nextTurn()
  return read
}

const NO_FILES: readonly UploadedFile[] = []

/** Parses a body that is not multipart. */
function parsed({ operation, headers, taped }: ApiCall, bytes: Buffer): Parts {
  taped?.bodyRead(bytes)
  if (!operation.body && !operation.onlyKnownFields) return { input: undefined, files: NO_FILES }
  if (bytes.length === 0) return { input: {}, files: NO_FILES }
  const type = headers['content-type'] ?? ''
  if (!isReadable(type)) throw unreadable()
  if (type.startsWith(FORM)) {
    if (bytes.length > FORM_BYTES_MAX) throw new ApiError('REQUEST_ENTITY_TOO_LARGE')
    const fields = new URLSearchParams(bytes.toString())
    // A library that builds a multipart body, but adds no file, can send this form instead. aiohttp does so.
    const payload = operation.form ? null : fields.get('payload_json')
    return { input: payload === null ? Object.fromEntries(fields) : jsonOf(Buffer.from(payload)), files: NO_FILES }
  }
  return { input: operation.form ? {} : jsonOf(bytes), files: NO_FILES }
}

/** Returns what an operation gets of a request without a body. */
export function withoutBody({ body }: Operation): ReadBody {
  return { input: body ? {} : undefined, files: NO_FILES, late: false }
}

/** Returns whether a request has a body that is read. */
export function hasBody({ operation, headers }: ApiCall): boolean {
  if (operation.method === 'GET') return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

const MULTIPART = 'multipart/form-data'
const FORM = 'application/x-www-form-urlencoded'
/** A body of this size is parsed and checked in separate turns of the event loop. */
const LONG_BYTES = 1024 * 1024
/** A form of a Slack message is smaller. Millions of fields would hold the event loop for seconds. */
const FORM_BYTES_MAX = 256 * 1024

/** Whether a body of this type is one of those that the documents name. Multipart is read before. */
function isReadable(type: string): boolean {
  if (type === 'application/json') return true
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
