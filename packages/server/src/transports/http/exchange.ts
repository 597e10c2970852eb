import type { FastifyReply, FastifyRequest } from 'fastify'
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

/** The part of a request that is kept until its response is sent. */
export interface ReadRequest {
  readonly input: unknown
  readonly files: readonly string[]
}

/** Returns an `onSend` hook that calls an observer. `readOf` returns undefined if the body was not read. */
export function tellExchange(
  operation: string,
  observe: ExchangeObserver,
  readOf: (request: FastifyRequest) => ReadRequest | undefined,
) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
    if (reply.hasHeader(FAULT_HEADER)) return payload
    const read = readOf(request)
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    observe({
      operation,
      url: request.url,
      status: reply.statusCode,
      input: read?.input,
      files: read?.files ?? [],
      answer: isJson ? textOf(payload) : null,
    })
    return payload
  }
}

/** Parses a response body, which is text or bytes. */
function textOf(payload: unknown): string | null {
  const text = payload instanceof Uint8Array ? Buffer.from(payload).toString() : payload
  return typeof text === 'string' && text !== '' ? text : null
}
