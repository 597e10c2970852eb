import { HostRefusal, type HostRequest } from '../rpc/host.ts'

const REQUEST_TIMEOUT_MS = 30_000
/** Longest pause that a rate limit may ask for before the request is given up. */
const RATE_LIMIT_PAUSE_MS = 10_000

/** The HTTP API with a person's token. */
export class PersonApi {
  readonly #base: string
  readonly #token: string

  constructor(base: string, token: string) {
    this.#base = base
    this.#token = token
  }

  /** Sends a request; waits once if the platform asks for a pause. @throws HostRefusal for a refused one */
  async request<T>(method: string, path: string, request: HostRequest = {}): Promise<T> {
    const response = await this.#send(method, path, request)
    if (response.status !== 429) return read<T>(response)
    const pause = Number(response.headers.get('retry-after')) * 1_000
    if (!(pause <= RATE_LIMIT_PAUSE_MS)) return read<T>(response)
    await new Promise((resolve) => setTimeout(resolve, pause))
    return read<T>(await this.#send(method, path, request))
  }

  #send(method: string, path: string, { body, bearer }: HostRequest): Promise<Response> {
    return fetch(`${this.#base}${path}`, {
      method,
      headers: {
        authorization: bearer === undefined ? this.#token : `Bearer ${bearer}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }
}

/** Signs a person in, and returns their token. @throws HostRefusal for a wrong name or password */
export async function signIn(base: string, login: string, password: string): Promise<string> {
  const response = await fetch(`${base}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login, password }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  })
  return (await read<{ token: string }>(response)).token
}

/** Largest image that is loaded. */
const IMAGE_BYTES_MAX = 16 * 1_048_576

/** Loads an image of the CDN as a `data:` address. @throws HostRefusal if there is none */
export async function loadImage(cdn: string, path: string): Promise<string> {
  const response = await fetch(`${cdn}${path}`, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
  const bytes = Buffer.from(await response.arrayBuffer())
  if (!response.ok || bytes.length > IMAGE_BYTES_MAX) throw new HostRefusal(response.status, 0, 'There is no image.')
  return `data:${response.headers.get('content-type')};base64,${bytes.toString('base64')}`
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text()
  const data: unknown = text === '' ? null : parse(text)
  if (response.ok) return data as T
  const { code, message, error, error_description } = (data ?? {}) as {
    code?: number
    message?: string
    error?: string
    error_description?: string
  }
  const oauth2 = error === undefined ? undefined : `${error}${error_description ? `: ${error_description}` : ''}`
  throw new HostRefusal(response.status, code ?? 0, oauth2 ?? message ?? `HTTP ${response.status}`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
