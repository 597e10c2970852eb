/** Error response of the API. */
export interface FieldErrors {
  _errors?: { code: string; message: string }[]
  [field: string]: FieldErrors | { code: string; message: string }[] | undefined
}

interface FailureBody {
  message?: string
  code?: number
  errors?: FieldErrors
  /** Text of an OAuth2 error. */
  error_description?: string
}

/** A request that the API refused, or that did not reach it (`status` 0). */
export class ApiFailure extends Error {
  readonly status: number
  readonly code: number
  readonly errors: FieldErrors | undefined

  constructor(status: number, body: FailureBody = {}) {
    super(firstFieldError(body.errors) ?? body.message ?? body.error_description ?? 'The request failed.')
    this.name = 'ApiFailure'
    this.status = status
    this.code = body.code ?? 0
    this.errors = body.errors
  }

  /** Returns the first message about a field of the request, such as `['name']`. */
  ofField(path: readonly string[]): string | undefined {
    let at: FieldErrors | undefined = this.errors
    for (const key of path) at = at?.[key] as FieldErrors | undefined
    return firstFieldError(at)
  }
}

function firstFieldError(errors: FieldErrors | undefined): string | undefined {
  if (!errors) return undefined
  const own = errors._errors?.[0]?.message
  if (own) return own
  for (const [key, nested] of Object.entries(errors)) {
    const found = key === '_errors' ? undefined : firstFieldError(nested as FieldErrors)
    if (found) return found
  }
  return undefined
}

export interface RequestOptions {
  body?: unknown
  /** Sent beside the body as `files[n]`, or in a named field; without files the body is JSON. */
  files?: readonly { file: File; name?: string; field?: string }[]
  query?: Record<string, string | number | boolean | undefined>
  signal?: AbortSignal
  /** Reason for the audit log. */
  reason?: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Longest rate limit that a request waits for by itself. */
const WAIT_MAX_S = 10
const WAITS_MAX = 5

/** The HTTP API with a person's token. All paths begin with `/`, below `/api/v10` or another base. */
export class Api {
  readonly #token: string | null
  readonly #base: string

  constructor(token: string | null, base = '/api/v10') {
    this.#token = token
    this.#base = base
  }

  get<T>(path: string, options?: RequestOptions): Promise<T> {
    return this.request('GET', path, options)
  }

  post<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T> {
    return this.request('POST', path, { ...options, body })
  }

  put<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T> {
    return this.request('PUT', path, { ...options, body })
  }

  patch<T>(path: string, body?: unknown, options?: RequestOptions): Promise<T> {
    return this.request('PATCH', path, { ...options, body })
  }

  delete<T>(path: string, options?: RequestOptions): Promise<T> {
    return this.request('DELETE', path, options)
  }

  /**
   * Sends a request and returns the body of its response. Waits out short rate limits.
   * @throws ApiFailure for any status but 2xx, and without a connection
   */
  async request<T>(method: Method, path: string, options: RequestOptions = {}): Promise<T> {
    for (let waits = 0; ; waits += 1) {
      const response = await this.#send(method, path, options)
      const body = await bodyOf(response)
      if (response.status === 429 && waits < WAITS_MAX) {
        const seconds = (body as { retry_after?: number }).retry_after ?? 1
        if (seconds <= WAIT_MAX_S) {
          await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
          continue
        }
      }
      if (!response.ok) throw new ApiFailure(response.status, body as FailureBody | undefined)
      return body as T
    }
  }

  /**
   * Opens a response whose body the caller reads, such as a stream or a file.
   * @throws ApiFailure for any status but 2xx, and without a connection
   */
  async open(path: string, options: RequestOptions = {}): Promise<Response> {
    const response = await this.#send('GET', path, options)
    if (!response.ok) throw new ApiFailure(response.status, (await bodyOf(response)) as FailureBody | undefined)
    return response
  }

  async #send(method: Method, path: string, { body, files, query, signal, reason }: RequestOptions): Promise<Response> {
    const url = new URL(`${this.#base}${path}`, location.origin)
    for (const [name, value] of Object.entries(query ?? {})) {
      if (value !== undefined) url.searchParams.append(name, String(value))
    }
    const headers: Record<string, string> = {}
    if (this.#token) headers.authorization = this.#token
    if (reason) headers['x-audit-log-reason'] = encodeURIComponent(reason)
    let payload: BodyInit | null = null
    if (files && files.length > 0) payload = formOf(body, files)
    else if (body !== undefined) {
      headers['content-type'] = 'application/json'
      payload = JSON.stringify(body)
    }
    try {
      return await fetch(url, { method, headers, body: payload, signal: signal ?? null, referrerPolicy: 'no-referrer' })
    } catch (cause) {
      if (signal?.aborted) throw cause
      throw new ApiFailure(0, { message: 'There is no connection to the server.' })
    }
  }
}

function formOf(body: unknown, files: NonNullable<RequestOptions['files']>): FormData {
  const form = new FormData()
  form.append('payload_json', JSON.stringify(body ?? {}))
  for (const [index, { file, name, field }] of files.entries())
    form.append(field ?? `files[${index}]`, file, name ?? file.name)
  return form
}

async function bodyOf(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined
  const text = await response.text()
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return { message: text.slice(0, 200) }
  }
}

/** Returns what to tell a person about a failure. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'Something went wrong.'
}
