import { finished, Readable } from 'node:stream'
import { ApiError } from '@guildhall/protocol'
import type { Metrics } from '../../kernel/metrics.ts'
import { HttpResponse, JsonText } from '../../kernel/operation.ts'
import { VIA } from '../raw-response.ts'
import { isAdministration } from './administration.ts'
import type { ApiCall } from './call.ts'
import { type ExchangeObserver, tellExchange } from './exchange.ts'
import type { Failures } from './failures.ts'
import { FAULT_HEADER, type InjectedResponse } from './request-faults.ts'
import { Throttled } from './throttle.ts'

/** A response that leaves at the end of the turn. */
interface Waiting {
  readonly call: ApiCall
  readonly status: number
  readonly body: string | Uint8Array | null
}

/** Sends responses of operations. */
export class Responder {
  readonly #observe: ExchangeObserver | undefined
  readonly #failures: Failures
  readonly #metrics: Metrics
  #waiting: Waiting[] = []

  /** @param observe receives exchanges with operations of the API */
  constructor(observe: ExchangeObserver | undefined, failures: Failures, metrics: Metrics) {
    this.#observe = observe
    this.#failures = failures
    this.#metrics = metrics
  }

  /** Sends the result of an operation. */
  result(call: ApiCall, result: unknown): void {
    const { operation, route } = call
    // No cache may keep a response for operators, also one without a body.
    if (isAdministration(operation)) call.setHeader('cache-control', 'no-store')
    if (operation.deprecated) call.setHeader('deprecation', 'true')
    if (result === undefined) return this.#send(call, 204, null)
    if (result instanceof JsonText) return this.#text(call, route.status, result.json)
    if (!(result instanceof HttpResponse)) return this.#json(call, route.status, result)
    const { status, body, headers } = result
    call.setHeaders(headers)
    if (body === undefined || body === null) return this.#send(call, status, null)
    if (body instanceof Readable) return this.#stream(call, status, body)
    const isRaw = typeof body === 'string' || body instanceof Uint8Array
    return isRaw ? this.#send(call, status, body) : this.#json(call, status, body)
  }

  /** Sends a refusal. */
  refusal(call: ApiCall, error: ApiError | Throttled): void {
    if (error instanceof Throttled) {
      call.setHeaders(error.headers)
      return this.#json(call, 429, error.body)
    }
    const wait = error.extra?.retry_after
    if (typeof wait === 'number') call.setHeader('retry-after', String(Math.ceil(wait)))
    // Operators find the line of the log by it.
    this.#json(call, error.status, error.status < 500 ? error.toJSON() : { ...error.toJSON(), request_id: call.id })
  }

  /** Sends the response of the operator in place of the operation's. */
  injected(call: ApiCall, { response }: InjectedResponse): void {
    call.setHeaders({ ...response.headers, [FAULT_HEADER]: 'injected' })
    this.#json(call, response.status, response.body)
  }

  #json(call: ApiCall, status: number, body: unknown): void {
    this.#text(call, status, JSON.stringify(body) ?? '')
  }

  /** The content type has no charset, because some clients accept only the bare type. */
  #text(call: ApiCall, status: number, json: string | Uint8Array): void {
    call.setHeader('content-type', 'application/json')
    // Responses depend on the caller, and some contain tokens: no cache between may keep them.
    if (call.header('cache-control') === undefined) call.setHeader('cache-control', 'no-store')
    this.#send(call, status, json)
  }

  #send(call: ApiCall, status: number, given: string | Uint8Array | null): void {
    const body = status === 204 ? null : given
    if (this.#observe && call.route.surface.isInspected) tellExchange(this.#observe, call, status, body)
    // Responses of one turn of the event loop leave in a row, so that they wake the client's process up less often.
    if (call.operation.method !== 'GET') return this.#write({ call, status, body })
    this.#waiting.push({ call, status, body })
    if (this.#waiting.length === 1) setImmediate(() => this.#flush())
  }

  #flush(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const one of waiting) this.#write(one)
  }

  #write({ call, status, body }: Waiting): void {
    this.#count(call, status)
    try {
      write(call, status, body)
    } catch (cause) {
      // Such as a header of an injected response that HTTP does not allow.
      const error = new ApiError('INTERNAL', { cause })
      this.#failures.log(call, cause)
      call.responseHeaders.length = 0
      call.setHeader('content-type', 'application/json')
      call.setHeader('x-request-id', call.id)
      write(call, error.status, JSON.stringify({ ...error.toJSON(), request_id: call.id }))
    }
  }

  /** Counts a request whose response leaves. A listener for each response would cost more than the numbers. */
  #count({ operation, begunAt }: ApiCall, status: number): void {
    this.#metrics.requests.add(operation.id, status)
    this.#metrics.requestDurations.observe(performance.now() - begunAt)
  }

  /** An error before the first byte is a refusal. A later one cuts the connection, so that the client sees the gap. */
  #stream(call: ApiCall, status: number, body: Readable): void {
    const { response, responseHeaders: headers } = call
    response.statusCode = status
    for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] as string, headers[at + 1] as string)
    finished(body, { writable: false }, (cause) => {
      if (!cause) return
      if (response.headersSent || response.destroyed) response.destroy()
      else this.refusal(call, new ApiError('INTERNAL', { cause }))
    })
    finished(response, () => {
      if (response.headersSent) this.#count(call, status)
      body.destroy()
    })
    body.pipe(response)
  }
}

const BYTES = 'application/octet-stream'
const TEXT = 'text/plain; charset=utf-8'

/** Writes head and body at once. */
function write(call: ApiCall, status: number, body: string | Uint8Array | null): void {
  const { response, responseHeaders: headers } = call
  // The client is gone, or a stream has begun.
  if (response.destroyed || response.headersSent) return
  if (body !== null) {
    if (call.header('content-type') === undefined)
      call.setHeader('content-type', typeof body === 'string' ? TEXT : BYTES)
    headers.push('content-length', String(Buffer.byteLength(body)))
  } else if (status !== 204) headers.push('content-length', '0')
  if (call.taped) {
    // The tape reads the headers of the response from where they are set one by one.
    for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] as string, headers[at + 1] as string)
    response.writeHead(status)
  } else {
    headers.push('Via', VIA)
    response.writeHead(status, headers)
  }
  if (body === null) response.end()
  else response.end(body)
}
