import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { errorOf, S3Error } from './s3-error.ts'
import type { S3Place } from './s3-place.ts'

/** Times and numbers of tries; tests pass others. */
export interface S3Limits {
  /** Time for a connection, and for each silence of one. */
  readonly connectMs: number
  readonly silenceMs: number
  /** Time for the whole body of a response that is read to memory. */
  readonly textMs: number
  readonly triesMax: number
  /** First pause between two tries; each is twice the former one. */
  readonly pauseMs: number
  /** No further try begins after this time. */
  readonly tryingMs: number
  /** Time in which requests fail at once, after one that failed in all its tries. */
  readonly awayMs: number
}

export const S3_LIMITS: S3Limits = {
  connectMs: 3_000,
  silenceMs: 10_000,
  textMs: 10_000,
  triesMax: 4,
  pauseMs: 100,
  tryingMs: 4_000,
  awayMs: 1_000,
}

/** Largest document of a store: a page of 1,000 keys of 1,024 bytes, each encoded. */
const TEXT_BYTES_MAX = 8 * 1024 * 1024
/** Hash of no bytes. */
const EMPTY_HASH = createHash('sha256').digest('hex')

/** Bytes of a request, which can be read again for another try. */
export interface S3Body {
  readonly sizeBytes: number
  readonly sha256: string
  open(): Readable
}

export interface S3Request {
  readonly method: 'DELETE' | 'GET' | 'HEAD' | 'POST' | 'PUT'
  /** Name of an object; empty for the bucket. */
  readonly object: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: S3Body
}

/** Sends signed requests to a bucket: HTTP of Node, with the signatures of aws4fetch. */
export class S3Client {
  readonly place: S3Place
  readonly #limits: S3Limits
  readonly #agent: HttpAgent
  /** Derived keys of signatures, by day. */
  readonly #keys = new Map<string, ArrayBuffer>()
  #awayUntil = 0

  constructor(place: S3Place, limits: S3Limits = S3_LIMITS) {
    this.place = place
    this.#limits = limits
    // Clients that read slowly hold one each: a limit would keep others from the store.
    const options = { keepAlive: true }
    this.#agent = place.address.protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
  }

  close(): void {
    this.#agent.destroy()
  }

  /**
   * Sends a request, again after passing failures. The caller reads the body of the response, or destroys it.
   *
   * @throws S3Error for a status from 300 on, and without a response
   */
  async send(request: S3Request): Promise<IncomingMessage> {
    if (performance.now() < this.#awayUntil) throw away('the last request has failed')
    const begunAt = performance.now()
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#sendOnce(request)
      } catch (error) {
        if (!(error instanceof S3Error) || !error.isPassing) throw error
        if (tries >= this.#limits.triesMax || performance.now() - begunAt > this.#limits.tryingMs) {
          // Other statuses may be those of one object.
          if (error.status === null || error.status === 503) this.#awayUntil = performance.now() + this.#limits.awayMs
          throw error
        }
      }
      await pause(this.#limits.pauseMs * 2 ** (tries - 1) * (0.5 + Math.random()))
    }
  }

  /** Sends a request, and returns the headers and the text of the response. @throws S3Error as `send` does */
  async text(request: S3Request): Promise<{ headers: IncomingMessage['headers']; text: string }> {
    const response = await this.send(request)
    return { headers: response.headers, text: await this.#textOf(response) }
  }

  async #sendOnce(request: S3Request): Promise<IncomingMessage> {
    const response = await this.#respond(request, await this.#sign(request))
    const status = response.statusCode ?? 0
    if (status >= 200 && status < 300) return response
    throw errorOf(status, await this.#textOf(response).catch(() => ''))
  }

  async #sign({ method, object, query, headers, body }: S3Request): Promise<{ url: URL; headers: Headers }> {
    const { address, region, credentials } = this.place
    const url = new URL(address)
    url.pathname += object.split('/').map(encodedName).join('/')
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    // Spaces of a query are %20 in signatures.
    url.search = url.search.replaceAll('+', '%20')
    const today = new Date().toISOString().slice(0, 10)
    for (const key of this.#keys.keys()) if (!key.includes(today.replaceAll('-', ''))) this.#keys.delete(key)
    const hash = { 'x-amz-content-sha256': body?.sha256 ?? EMPTY_HASH }
    const signer = new AwsV4Signer({
      ...{ method, url: url.href, headers: { ...headers, ...hash }, service: 's3', region },
      ...{ ...credentials, cache: this.#keys },
    })
    return signer.sign()
  }

  #respond({ method, body }: S3Request, signed: { url: URL; headers: Headers }): Promise<IncomingMessage> {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
    const headers: Record<string, string> = Object.fromEntries(signed.headers)
    if (body || method === 'POST' || method === 'PUT') headers['content-length'] = String(body?.sizeBytes ?? 0)
    const send = signed.url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = send(signed.url, { method, headers, agent: this.#agent })
    this.#watch(request)
    const source = body && body.sizeBytes > 0 ? body.open() : null
    request.on('error', (cause) => {
      source?.destroy()
      reject(away((cause as NodeJS.ErrnoException).code ?? cause.message, cause))
    })
    request.on('response', (response) => {
      // Its readers watch the body: they may pause for as long as their own reader does.
      request.setTimeout(0)
      // The body of a refused request is not sent to its end.
      if ((response.statusCode ?? 0) >= 300) source?.destroy()
      response.on('error', () => undefined)
      resolve(response)
    })
    if (source === null) request.end()
    else {
      source.on('error', (error) => {
        reject(error)
        request.destroy()
      })
      source.pipe(request)
    }
    return promise
  }

  /** Ends a request whose connection does not come about in time, or is silent for too long. */
  #watch(request: ClientRequest): void {
    const { connectMs, silenceMs } = this.#limits
    const end = (reason: string) => request.destroy(Object.assign(new Error(reason), { code: 'ETIMEDOUT' }))
    request.setTimeout(silenceMs, () => end('the store is silent'))
    request.once('socket', (socket) => {
      if (!socket.connecting) return
      const timer = setTimeout(() => end('no connection'), connectMs)
      const stop = () => clearTimeout(timer)
      socket.once('connect', stop).once('close', stop)
    })
  }

  /** Reads a document, within its bounds of size and time. */
  async #textOf(response: IncomingMessage): Promise<string> {
    const chunks: Buffer[] = []
    let size = 0
    const timer = setTimeout(() => response.destroy(away('the response does not end')), this.#limits.textMs)
    try {
      for await (const chunk of response) {
        size += (chunk as Buffer).length
        if (size > TEXT_BYTES_MAX) throw away('the response is too long')
        chunks.push(chunk as Buffer)
      }
      return Buffer.concat(chunks).toString()
    } catch (cause) {
      throw cause instanceof S3Error ? cause : away((cause as Error).message, cause)
    } finally {
      clearTimeout(timer)
      response.destroy()
    }
  }
}

/** Returns the error of a store that did not answer, or not as a store does. */
export function away(reason: string, cause?: unknown): S3Error {
  return new S3Error(`no answer (${reason})`, { status: null, code: reason, cause })
}

/** Encodes a part of the name of an object as signatures do. */
function encodedName(part: string): string {
  return encodeURIComponent(part).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Returns the path of an object, as headers name it. */
export function pathOfObject(bucket: string, object: string): string {
  return `/${bucket}/${object.split('/').map(encodedName).join('/')}`
}

/** Returns bytes in memory as the body of a request. */
export function bytesBody(bytes: Uint8Array): S3Body {
  return {
    sizeBytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    open: () => Readable.from([bytes]),
  }
}

/** Returns a part of a file as the body of a request. */
export function fileBody(path: string, part: { start: number; sizeBytes: number; sha256: string }): S3Body {
  const { start, sizeBytes, sha256 } = part
  return { sizeBytes, sha256, open: () => createReadStream(path, { start, end: start + sizeBytes - 1 }) }
}
