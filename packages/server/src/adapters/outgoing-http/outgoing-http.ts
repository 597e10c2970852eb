import http, { type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import { ApiError } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import {
  type Outgoing,
  type OutgoingCall,
  OutgoingError,
  type OutgoingPost,
  type OutgoingResponse,
} from '../../kernel/outgoing.ts'
import { KeyedConcurrencyLimit, QueueFullError } from '../../kernel/queues.ts'
import { discard, readMultipart } from '../../media/multipart.ts'
import { parseJson } from '../../validation/parse-json.ts'
import { loadDocument } from './load-document.ts'
import { publicLookup } from './public-address.ts'
import { mayReach, type Reach } from './reach.ts'
import { Signatures } from './signature.ts'

/** Requests of one application at a time. */
const CONCURRENT_REQUESTS_MAX = 50
/** Waiting requests of one application; more than a server answers within the time limit. */
const WAITING_REQUESTS_MAX = 1_000
/** Time that an idle connection is kept open. */
const IDLE_MS = 30_000
/** Idle connections kept open to one server. */
const IDLE_SOCKETS_MAX = 16
const OK = 200
const ACCEPTED = 202
const NO_CONTENT = 204

export interface OutgoingParts {
  /** Monotonic clock: time limits of servers elsewhere do not follow the platform date. */
  wallClock: Clock
  reach: Reach
  /** Folder in which files of multipart responses are stored while they are processed. */
  uploadDir: string
  userAgent: string
}

/** Kept connections to servers, and the options with which a request takes one. */
class Connections {
  readonly #parts: OutgoingParts
  readonly #lookup: ReturnType<typeof publicLookup> | undefined
  readonly #http: http.Agent
  readonly #https: https.Agent
  readonly #signatures = new Signatures()

  constructor(parts: OutgoingParts) {
    const pool = { keepAlive: true, maxFreeSockets: IDLE_SOCKETS_MAX, timeout: IDLE_MS }
    this.#parts = parts
    this.#lookup = parts.reach === 'public' ? publicLookup() : undefined
    this.#http = new http.Agent(pool)
    this.#https = new https.Agent(pool)
  }

  options(url: URL, signal: AbortSignal): RequestOptions {
    const agent = url.protocol === 'https:' ? this.#https : this.#http
    return { agent, signal, ...(this.#lookup ? { lookup: this.#lookup } : {}) }
  }

  /** Returns the options of a signed POST, and records its headers. */
  signedOptions(url: URL, post: OutgoingPost, signal: AbortSignal): RequestOptions {
    const timestamp = Math.floor(this.#parts.wallClock.now() / 1000).toString()
    const signed = post.forged
      ? this.#signatures.forgedHeaders(timestamp, post.body)
      : this.#signatures.headers(post.signingKey, timestamp, post.body)
    const headers = {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(post.body),
      'User-Agent': this.#parts.userAgent,
      ...signed,
    }
    post.trace?.sent(headers)
    return { ...this.options(url, signal), method: 'POST', headers }
  }

  destroy(): void {
    this.#http.destroy()
    this.#https.destroy()
  }
}

/** Sends signed requests over HTTP and HTTPS, on kept connections. */
export function outgoingHttp(parts: OutgoingParts): Outgoing {
  const limit = new KeyedConcurrencyLimit<string>({
    total: CONCURRENT_REQUESTS_MAX,
    waitingMax: WAITING_REQUESTS_MAX,
  })
  const connections = new Connections(parts)
  const closing = new AbortController()
  const unsigned = unsignedSender(parts, connections, limit)

  const within = <T>(timeoutMs: number, run: (signal: AbortSignal) => Promise<T>) =>
    runWithin({ timeoutMs, wallClock: parts.wallClock, closing: closing.signal }, run)

  async function exchange(post: OutgoingPost, signal: AbortSignal): Promise<OutgoingResponse> {
    const url = reachable(post.url, parts.reach)
    return limit.run(
      post.limitKey,
      async () => {
        const response = await send(url, connections.signedOptions(url, post, signal), post.body)
        post.trace?.received(response.headers)
        try {
          return await readAnswer(response, post, parts.uploadDir)
        } finally {
          // A completely read response leaves the connection to the next request; any other response is not needed.
          if (!response.readableEnded) response.destroy()
        }
      },
      { signal },
    )
  }

  return {
    reach: parts.reach,
    get: ({ url, limitKey, timeoutMs, bytesMax }) =>
      within(timeoutMs, (signal) => {
        const request = { url, limitKey, method: 'GET', headers: { Accept: 'application/json' }, body: '' } as const
        return unsigned(request, signal, (response) => readDocument(response, bytesMax))
      }),
    call: (request) =>
      within(request.timeoutMs, (signal) =>
        unsigned(request, signal, async (response) => ({
          status: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? '',
          retryAfter: secondsOf(response.headers['retry-after']),
          body: request.bytesMax === null ? await ignoreBody(response) : await readBytes(response, request.bytesMax),
        })),
      ),
    load: (request) =>
      within(request.timeoutMs, (signal) => loadDocument(request, (get, read) => unsigned(get, signal, read))),
    async post(post, take) {
      const answer = await within(post.timeoutMs, (signal) => exchange(post, signal))
      try {
        return await take(answer)
      } finally {
        if (answer.files.length > 0) await discard(answer.files)
      }
    },
    async close() {
      closing.abort(new OutgoingError('the platform is closing', { closing: true }))
      connections.destroy()
    },
  }
}

/** Sends requests without a signature. */
function unsignedSender(parts: OutgoingParts, connections: Connections, limit: KeyedConcurrencyLimit<string>) {
  /** Sends a request, and passes the head of the response to `read`. */
  return async <T>(
    { url: address, method, headers, body, limitKey }: Omit<OutgoingCall, 'timeoutMs' | 'bytesMax'>,
    signal: AbortSignal,
    read: (response: IncomingMessage) => Promise<T>,
  ): Promise<T> => {
    const url = reachable(address, parts.reach)
    const named = { ...headers, 'User-Agent': parts.userAgent }
    const options = { ...connections.options(url, signal), method, headers: named }
    const load = async () => {
      const response = await send(url, options, body)
      try {
        return await read(response)
      } finally {
        if (!response.readableEnded) response.destroy()
      }
    }
    return limit.run(limitKey, load, { signal })
  }
}

/** Runs an exchange until its time is up or the platform is closing. */
async function runWithin<T>(
  { timeoutMs, wallClock, closing }: { timeoutMs: number; wallClock: Clock; closing: AbortSignal },
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  const signal = AbortSignal.any([late.signal, closing])
  const tooLate = () => late.abort(new OutgoingError(`no answer within ${timeoutMs} ms`))
  const cancel = wallClock.at(wallClock.now() + timeoutMs, tooLate)
  try {
    return await run(signal)
  } catch (error) {
    throw signal.aborted ? signal.reason : asOutgoingError(error)
  } finally {
    cancel()
  }
}

/** @throws OutgoingError for a text that is not an address, or an address that the operator does not allow */
function reachable(address: string, reach: OutgoingParts['reach']): URL {
  const url = URL.parse(address)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new OutgoingError('not an address of http or https')
  if (!mayReach(url, reach)) throw new OutgoingError(`${url.hostname} is not a public address`)
  return url
}

/**
 * Sends a request once. Repeats it only if the other side closed a kept connection meanwhile, which it may do at any
 * time.
 */
async function send(url: URL, options: RequestOptions, body: string | Uint8Array): Promise<IncomingMessage> {
  const { request: open } = url.protocol === 'https:' ? https : http
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  let answered = false
  let again = false
  const request = open(url, options, (response) => {
    answered = true
    resolve(response)
  })
  request.on('error', (error: NodeJS.ErrnoException) => {
    again = request.reusedSocket && !answered && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
    if (again) send(url, { ...options, agent: false }, body).then(resolve, reject)
    else reject(error)
  })
  // A response with status 101 ends the request without an error.
  request.on('close', () => {
    if (!again && !answered) reject(new OutgoingError('the connection was closed without an answer'))
  })
  request.end(body)
  return promise
}

async function readAnswer(response: IncomingMessage, post: OutgoingPost, dir: string): Promise<OutgoingResponse> {
  const status = response.statusCode ?? 0
  const { responseLimits: limits } = post
  if (status < 200 || status > 299) return { status, body: undefined, files: [] }
  if (limits === null) {
    // A response without a body leaves its connection to the next request.
    if (status === NO_CONTENT) await readBytes(response, 0)
    return { status, body: undefined, files: [] }
  }
  const encoding = response.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new OutgoingError(`answered in the encoding ${encoding}, which was not asked for`)
  const type = (response.headers['content-type'] ?? '').toLowerCase()
  if (limits.multipartBytesMax > 0 && type.startsWith('multipart/form-data')) {
    const { fileBytesMax, filesMax, multipartBytesMax: totalBytesMax } = limits
    const { payload, files } = await readMultipart(response, { dir, fileBytesMax, filesMax, totalBytesMax })
    return { status, body: payload, files }
  }
  const bytes = await readBytes(response, limits.jsonBytesMax)
  const isJson = /^application\/json\s*(?:;|$)/.test(type)
  // Web frameworks put the text of a bare status into its body: "Accepted".
  if (bytes.length === 0 || (status === ACCEPTED && !isJson)) return { status, body: undefined, files: [] }
  if (!isJson)
    throw new OutgoingError(
      `answered with the content type ${JSON.stringify(type.slice(0, 100))}, not application/json`,
    )
  return { status, body: jsonOf(bytes), files: [] }
}

async function readDocument(response: IncomingMessage, bytesMax: number): Promise<unknown> {
  if (response.statusCode !== OK) throw new OutgoingError(`answered with status ${response.statusCode}, not 200`)
  const encoding = response.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new OutgoingError(`answered in the encoding ${encoding}, which was not asked for`)
  return jsonOf(await readBytes(response, bytesMax))
}

async function readBytes(response: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > bytesMax) throw new OutgoingError(`answered with more than ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}

/** Reads a body that is certainly empty, which leaves the connection to the next request. */
async function ignoreBody(response: IncomingMessage): Promise<Buffer> {
  const isEmpty = response.statusCode === NO_CONTENT || response.headers['content-length'] === '0'
  return isEmpty ? readBytes(response, 0) : Buffer.alloc(0)
}

function secondsOf(retryAfter: string | undefined): number | null {
  return retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : null
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return parseJson(bytes)
  } catch (cause) {
    throw new OutgoingError('answered with a body that is not JSON', { cause })
  }
}

function asOutgoingError(error: unknown): OutgoingError {
  if (error instanceof OutgoingError) return error
  if (error instanceof QueueFullError)
    return new OutgoingError(`more than ${WAITING_REQUESTS_MAX} requests wait already`, { cause: error })
  const { code, message } = error as NodeJS.ErrnoException
  if (error instanceof ApiError)
    return new OutgoingError(`answered with a multipart body: ${message}`, { cause: error })
  return new OutgoingError(`no answer: ${code ?? message}`, { cause: error })
}
