import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AnyCaller } from '../../kernel/caller.ts'
import type { Operation } from '../../kernel/operation.ts'
import type { SpanIds } from '../../kernel/traces.ts'
import type { Surface } from './surface.ts'
import type { TapedRequest } from './taped-request.ts'

/** Tells requests of this process from those of others. */
const PROCESS = randomBytes(4).toString('hex')

/** Versions of the API. */
export type ApiVersion = 9 | 10

/** An operation of a surface. */
export interface Route {
  readonly operation: Operation
  readonly surface: Surface
  /** Status of a body without a status. */
  readonly status: number
}

/** Operation of a request, with the parameters of its path. */
export interface Target {
  readonly route: Route
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | string[]>>
  /** One spelling for all forms of the path, with the query. */
  readonly url: string
  readonly version: ApiVersion
}

/** The part of a request that is kept for an observer until its response is sent. */
export interface ReadRequest {
  readonly input: unknown
  readonly files: readonly string[]
}

/** A request to an operation, on its way to the response. */
export class ApiCall {
  readonly operation: Operation
  readonly route: Route
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | string[]>>
  readonly url: string
  readonly version: ApiVersion
  readonly headers: IncomingHttpHeaders
  /** Headers of the response: names in lower case, each followed by its value. */
  readonly responseHeaders: string[]
  /** Name of the request in the log, and in its response. */
  readonly id: string
  /** Time of its arrival, as `performance.now()` tells it. */
  readonly begunAt = performance.now()
  /** Null until the credential was verified. */
  caller: AnyCaller | null = null
  /** Null if the tape does not record. */
  taped: TapedRequest | null = null
  /** Null without traces. */
  span: SpanIds | null = null
  /** Only for an observer. */
  read: ReadRequest | undefined

  constructor(target: Target, request: IncomingMessage, response: ServerResponse, number: number) {
    this.route = target.route
    this.operation = target.route.operation
    this.params = target.params
    this.query = target.query
    this.url = target.url
    this.version = target.version
    this.request = request
    this.response = response
    this.headers = request.headers
    this.id = `${PROCESS}-${number.toString(36)}`
    this.responseHeaders = ['x-request-id', this.id]
  }

  /** Returns a signal that aborts when the client has left before its response. */
  readonly left = (): AbortSignal => {
    const controller = new AbortController()
    if (this.response.closed) controller.abort()
    else this.response.once('close', () => controller.abort())
    return controller.signal
  }

  get method(): string {
    return this.request.method ?? ''
  }

  /** Path and query as they were sent. */
  get originalUrl(): string {
    return this.request.url ?? '/'
  }

  /** Pattern of the path, such as `/api/channels/:channel_id`. */
  get pattern(): string {
    return `${this.route.surface.base}${this.operation.path}`
  }

  /** Returns a header of the response that was set; undefined for another. */
  header(name: string): string | undefined {
    const at = this.responseHeaders.indexOf(name)
    return at < 0 ? undefined : this.responseHeaders[at + 1]
  }

  /** Sets a header of the response, of which `name` is in lower case. */
  setHeader(name: string, value: string): void {
    const headers = this.responseHeaders
    for (let at = 0; at < headers.length; at += 2) {
      if (headers[at] !== name) continue
      headers[at + 1] = value
      return
    }
    headers.push(name, value)
  }

  /** Adds headers that are not set yet: names in lower case, each followed by its value. */
  addHeaders(headers: readonly string[]): void {
    for (const part of headers) this.responseHeaders.push(part)
  }

  /** Sets headers of the response: names in lower case, each followed by its value. */
  replaceHeaders(headers: readonly string[]): void {
    for (let at = 0; at < headers.length; at += 2) this.setHeader(headers[at] as string, headers[at + 1] as string)
  }

  /** Sets headers of the response, whose names may be in any case. */
  setHeaders(headers: Readonly<Record<string, string>>): void {
    for (const name of Object.keys(headers)) this.setHeader(name.toLowerCase(), headers[name] as string)
  }
}
