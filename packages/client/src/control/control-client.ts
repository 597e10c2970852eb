import { Http, type HttpRequest } from '../api/http.ts'
import type { ControlApi, ControlGiven, ControlRoute } from './control-api.ts'

/** Longest wait for a response. Resets and snapshots of large worlds take seconds. */
const RESPONSE_MAX_MS = 60_000

/** A request of the control API as it is sent. */
export interface ControlRequest {
  readonly method: string
  readonly path: string
  readonly query: HttpRequest['query']
  readonly body: HttpRequest['body']
}

/** Returns method and path of a route with its parameters: those that the path does not name are query or body. */
export function controlRequest(route: ControlRoute, given: object = {}): ControlRequest {
  const fields = new Map<string, unknown>(Object.entries(given).filter(([, value]) => value !== undefined))
  const [method = '', template = ''] = route.split(' ')
  const path = template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = fields.get(name)
    fields.delete(name)
    return encodeURIComponent(String(value))
  })
  const rest = Object.fromEntries(fields)
  return method === 'GET' || method === 'DELETE'
    ? { method, path, query: rest as NonNullable<HttpRequest['query']>, body: undefined }
    : { method, path, query: {}, body: rest }
}

/** Typed client of the control API of one platform. */
export class ControlClient {
  /** Address of the control API: `…/control`. */
  readonly url: string
  readonly key: string
  readonly #http: Http

  constructor({ url, key }: { url: string; key: string }) {
    this.url = url
    this.key = key
    this.#http = new Http({
      base: url,
      authorization: `Bearer ${key}`,
      timeoutMs: RESPONSE_MAX_MS,
      refusesRedirects: true,
    })
  }

  /**
   * Sends a request: `request('POST /people', { username: 'dora' })`. Parameters of the path, the query and the body
   * are one object. Returns the body of the response, null without one.
   * @throws ApiFailure for a refusal, and without a connection
   */
  async request<R extends ControlRoute>(
    route: R,
    ...[given, options]: ControlGiven<R>
  ): Promise<ControlApi[R]['response']> {
    const { method, path, query, body } = controlRequest(route, given as object | undefined)
    const response = await this.send(method, path, {
      ...(query && { query }),
      ...(options?.signal && { signal: options.signal }),
      body,
    })
    return response as ControlApi[R]['response'] // The types come from the server's own description.
  }

  /**
   * Sends a request by its path, whose body the platform checks. Returns the body of the response, null without one.
   * @throws ApiFailure for a refusal, and without a connection
   */
  async send(method: string, path: string, request: HttpRequest = {}): Promise<unknown> {
    return (await this.#http.request(method, path, request)) ?? null
  }

  /**
   * Opens a response that is read as it comes, such as the stream of the tape. `request.signal` ends it.
   * @throws ApiFailure for a refusal, and without a connection
   */
  open(path: string, request: HttpRequest = {}): Promise<Response> {
    return this.#http.open(path, request)
  }
}
