import type { CallOptions } from '../contract/contract.ts'
import { pathOf, type Route } from '../contract/routes.ts'
import type { Upload } from '../contract/upload.ts'
import { exchange, type Incoming, type Outgoing, openResponse } from './exchange.ts'
import { ApiFailure, type FailureBody } from './failure.ts'
import { RateLimits } from './rate-limits.ts'

/** Longest rate limit that a request waits for, and how often. */
const WAIT_MAX_MS = 10_000
const WAITS_MAX = 5
/** Pause after a response over a rate limit that names none. */
const WAIT_DEFAULT_S = 1
/** Path parameters that have separate rate-limit buckets. */
const MAJOR_PARAMETERS = ['channel_id', 'guild_id', 'webhook_id', 'webhook_token', 'interaction_token']

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[]

/** Fields of a request besides its method and path. */
export interface HttpRequest extends CallOptions {
  readonly query?: Readonly<Record<string, QueryValue>>
  readonly body?: unknown
  /** Sent beside the body, which becomes the field `payload_json`. */
  readonly files?: readonly Upload[]
  /** Sends the body as a form (`application/x-www-form-urlencoded`). */
  readonly form?: boolean
  /** Value of the header Authorization in place of the client's own; null for none. */
  readonly authorization?: string | null
}

export interface HttpOptions {
  /** Address of all paths without a trailing slash, such as `https://example.org/api/v10`. */
  readonly base: string
  /** Value of the header Authorization: `Bot …`, `Bearer …` or a person's own token; null for none. */
  readonly authorization: string | null
  /** Returns the language of the client's texts, of LOCALES. Default: the person's own. */
  readonly locale?: () => string
  /** Time limit of one attempt, not of responses that `open` returns. Default: none. */
  readonly timeoutMs?: number
  /** Headers of each request besides those that the client sets. */
  readonly headers?: Readonly<Record<string, string>>
  /** Refuses redirects, so that the token reaches no other server. Default: follows them. */
  readonly refusesRedirects?: boolean
  /** Waits for short rate limits and sends the request again. Default: true; else each request is sent once. */
  readonly waitsForLimits?: boolean
  /** Sends requests, such as with certificates of a private authority. Default: the runtime's own. */
  readonly fetch?: typeof fetch
}

/** Sends requests to an HTTP API. They wait for short rate limits by themselves. */
export class Http {
  readonly base: string
  readonly #options: HttpOptions
  readonly #limits = new RateLimits()
  /** Proof of a fresh second factor, which later requests have too; null without one. */
  protected factorProof: string | null = null

  constructor(options: HttpOptions) {
    this.base = options.base
    this.#options = options
  }

  /**
   * Sends a request of an operation and returns the body of its response.
   * @throws ApiFailure for a refusal, and without a connection
   */
  callRoute(
    route: Route,
    request: HttpRequest & { readonly params?: Readonly<Record<string, string | number>> },
  ): Promise<unknown> {
    const { method, segments } = route
    const major = segments.map((segment) => (isMajor(segment) ? (request.params?.[segment.slice(1)] ?? '') : ''))
    const bucket = { route: `${method} ${segments.join('/')}`, major: major.join(' ').trim() }
    return this.#request(method, pathOf(route, request.params), request, bucket)
  }

  /**
   * Sends a request by its path and returns the body of its response.
   * @throws ApiFailure for a refusal, and without a connection
   */
  async request<T>(method: string, path: string, request: HttpRequest = {}): Promise<T> {
    const major = path.split('/').slice(0, 3).join('/')
    const route = `${method} ${path.replaceAll(/\d{15,}/g, ':id')}`
    return (await this.#request(method, path, request, { route, major })) as T
  }

  /**
   * Opens a response whose body the caller reads, such as a stream or a file.
   * @throws ApiFailure for a refusal, and without a connection
   */
  async open(path: string, request: HttpRequest = {}): Promise<Response> {
    const response = await this.#connected(request, () =>
      openResponse(this.#outgoing('GET', path, request, request.signal ?? null)),
    )
    if (response.ok) return response
    const header = (name: string) => response.headers.get(name)
    throw failureOf({ status: response.status, text: await response.text(), header })
  }

  async #request(method: string, path: string, request: HttpRequest, bucket: { route: string; major: string }) {
    const waitsMax = this.#options.waitsForLimits === false ? 0 : WAITS_MAX
    for (let waits = 0; ; waits += 1) {
      const pause = waitsMax === 0 ? 0 : this.#limits.take(bucket.route, bucket.major, performance.now())
      if (pause > 0 && pause <= WAIT_MAX_MS && waits < waitsMax) {
        await wait(pause, request.signal)
        continue
      }
      const response = await this.#connected(request, () =>
        exchange(this.#outgoing(method, path, request, this.#signalOf(request))),
      )
      const now = performance.now()
      this.#limits.note(bucket.route, bucket.major, response.header, now)
      if (response.status === 429 && waits < waitsMax) {
        const pauseMs = pauseOf(response) * 1_000
        if (response.header('x-ratelimit-global') !== null) this.#limits.noteGlobal(now + pauseMs)
        if (pauseMs <= WAIT_MAX_MS) {
          await wait(pauseMs, request.signal)
          continue
        }
      }
      if (response.status < 200 || response.status > 299) throw failureOf(response)
      return bodyOf(response)
    }
  }

  #outgoing(method: string, path: string, request: HttpRequest, signal: AbortSignal | null): Outgoing {
    const { body, files = [], form = false, reason, onProgress } = request
    const { authorization = this.#options.authorization } = request
    const locale = this.#options.locale?.()
    const isJson = body !== undefined && files.length === 0 && !form
    return {
      method,
      url: `${this.base}${path}${queryOf(request.query ?? {})}`,
      headers: {
        ...this.#options.headers,
        ...(authorization === null ? {} : { authorization }),
        ...(isJson ? { 'content-type': 'application/json' } : {}),
        ...(locale === undefined ? {} : { 'x-discord-locale': locale }),
        ...(this.factorProof === null ? {} : { 'x-discord-mfa-authorization': this.factorProof }),
        ...(reason ? { 'x-audit-log-reason': encodeURIComponent(reason) } : {}),
      },
      body: payloadOf(body, files, form),
      redirect: this.#options.refusesRedirects ? 'error' : 'follow',
      signal,
      onProgress: files.length > 0 ? onProgress : undefined,
      fetch: this.#options.fetch,
    }
  }

  #signalOf({ signal }: HttpRequest): AbortSignal | null {
    const { timeoutMs } = this.#options
    if (timeoutMs === undefined) return signal ?? null
    const timeout = AbortSignal.timeout(timeoutMs)
    return signal ? AbortSignal.any([signal, timeout]) : timeout
  }

  async #connected<T>({ signal }: HttpRequest, send: () => Promise<T>): Promise<T> {
    try {
      return await send()
    } catch (cause) {
      if (signal?.aborted) throw cause
      throw unreachable(cause)
    }
  }
}

/** Returns the failure of a request that did not reach the server. */
export function unreachable(cause: unknown): ApiFailure {
  return new ApiFailure(0, { message: 'There is no connection to the server.' }, { cause })
}

function isMajor(segment: string): boolean {
  return MAJOR_PARAMETERS.includes(segment.slice(1))
}

function queryOf(query: Readonly<Record<string, QueryValue>>): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

function payloadOf(body: unknown, files: readonly Upload[], form: boolean): Outgoing['body'] {
  if (form)
    return new URLSearchParams(
      Object.entries(body ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
    )
  if (files.length === 0) return body === undefined ? null : JSON.stringify(body)
  const data = new FormData()
  data.append('payload_json', JSON.stringify(body ?? {}))
  for (const [index, { file, name, field }] of files.entries())
    data.append(field ?? `files[${index}]`, file, name ?? (file as Blob & { name?: string }).name ?? 'file')
  return data
}

/** Returns the pause that a response over a rate limit asks for, in seconds. */
function pauseOf(response: Incoming): number {
  const { retry_after } = (jsonOf(response.text) ?? {}) as FailureBody
  return retry_after ?? (Number(response.header('retry-after')) || WAIT_DEFAULT_S)
}

/** Returns the parsed body of a JSON response, the text of another one, and undefined without a body. */
function bodyOf(response: Incoming): unknown {
  if (response.text === '') return undefined
  if (!response.header('content-type')?.includes('json')) return response.text
  const body = jsonOf(response.text)
  if (body !== undefined) return body
  throw new ApiFailure(response.status, { message: 'The server sent a body that is no JSON.' }, response)
}

function failureOf({ status, text }: Incoming): ApiFailure {
  const parsed = jsonOf(text)
  const body =
    typeof parsed === 'object' && parsed !== null ? parsed : text === '' ? {} : { message: text.slice(0, 200) }
  return new ApiFailure(status, body as FailureBody, { text })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Resolves after a time. @throws the signal's reason when it is aborted */
function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const aborted = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', aborted)
      resolve()
    }, ms)
    signal?.addEventListener('abort', aborted, { once: true })
  })
}
