import type { ApiCall } from './call.ts'
import { FAULT_HEADER } from './request-faults.ts'

/** One request to an operation with its response, for observers of the HTTP API. */
export interface Exchange {
  /** The operation's id. */
  readonly operation: string
  readonly url: string
  readonly status: number
  /** Body as JSON, or the `payload_json` of a form; undefined without a body. */
  readonly input: unknown
  /** Names of the uploaded files. */
  readonly files: readonly string[]
  /** Response body as JSON; null without a body, or for other types. */
  readonly answer: string | null
}

/**
 * Receives each exchange, but no injected response, before its response is sent. It must not throw and must return
 * quickly.
 */
export type ExchangeObserver = (exchange: Exchange) => void

/** Tells an observer of a response that is about to be sent. */
export function tellExchange(
  observe: ExchangeObserver,
  call: ApiCall,
  status: number,
  body: string | Uint8Array | null,
): void {
  if (call.header(FAULT_HEADER) !== undefined) return
  const isJson = call.header('content-type')?.startsWith('application/json') ?? false
  observe({
    operation: call.operation.id,
    url: call.url,
    status,
    input: call.read?.input,
    files: call.read?.files ?? [],
    answer: isJson ? textOf(body) : null,
  })
}

/** Parses a response body, which is text or bytes. */
function textOf(payload: unknown): string | null {
  const text = payload instanceof Uint8Array ? Buffer.from(payload).toString() : payload
  return typeof text === 'string' && text !== '' ? text : null
}
