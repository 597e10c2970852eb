import { ApiFailure, Http } from '@guildhall/client'
import { HostRefusal, type HostRequest } from '../rpc/host.ts'

const REQUEST_TIMEOUT_MS = 30_000

/** The HTTP API with a person's token. */
export class PersonApi {
  readonly #http: Http

  constructor(base: string, token: string) {
    this.#http = new Http({ base, authorization: token, timeoutMs: REQUEST_TIMEOUT_MS })
  }

  /** Sends a request; waits if the platform asks for a short pause. @throws HostRefusal for a refused one */
  async request<T>(method: string, path: string, { body, bearer }: HostRequest = {}): Promise<T> {
    const authorization = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
    // Games receive null for an empty body.
    return (await orRefusal(this.#http.request<T | null>(method, path, { body, ...authorization }))) ?? (null as T)
  }
}

/** Signs a person in, and returns their token. @throws HostRefusal for a wrong name or password */
export async function signIn(base: string, login: string, password: string): Promise<string> {
  const http = new Http({ base, authorization: null, timeoutMs: REQUEST_TIMEOUT_MS })
  const body = { login, password }
  return (await orRefusal(http.request<{ token: string }>('POST', '/auth/login', { body }))).token
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

/** Returns the result of a request. @throws HostRefusal for a refusal, which RPC commands pass on to their game */
async function orRefusal<T>(request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    // Without a response the game learns as little as the person.
    if (error.status === 0) throw error.cause ?? error
    throw refusalOf(error)
  }
}

function refusalOf({ status, code, text }: ApiFailure): HostRefusal {
  const { message, error, error_description } = (parse(text) ?? {}) as {
    message?: string
    error?: string
    error_description?: string
  }
  const oauth2 = error === undefined ? undefined : `${error}${error_description ? `: ${error_description}` : ''}`
  return new HostRefusal(status, code, oauth2 ?? message ?? `HTTP ${status}`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
