import type { FastifyReply, FastifyRequest } from 'fastify'

/** One request to an operation and its answer, as whoever watches the HTTP API is told of it. */
export interface Exchange {
  /** The operation's id. */
  readonly operation: string
  readonly url: string
  readonly status: number
  /** The body that was read, JSON or the `payload_json` of a form; undefined where none was. */
  readonly input: unknown
  /** Names of the files that came along. */
  readonly files: readonly string[]
  /** The JSON that was sent; null for none, and for what is not JSON. */
  readonly answer: string | null
}

/** Told of each exchange when its answer leaves. It must not throw and must be quick: the answer waits for it. */
export type ExchangeObserver = (exchange: Exchange) => void

/** What was read of a request, kept until its answer leaves. */
export interface ReadRequest {
  readonly input: unknown
  readonly files: readonly string[]
}

/** An `onSend` hook that tells an observer; `readOf` answers undefined for what was refused before its body was read. */
export function tellExchange(
  operation: string,
  observe: ExchangeObserver,
  readOf: (request: FastifyRequest) => ReadRequest | undefined,
) {
  return async (request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> => {
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

/** Answers are handed over as text or as bytes. */
function textOf(payload: unknown): string | null {
  const text = payload instanceof Uint8Array ? Buffer.from(payload).toString() : payload
  return typeof text === 'string' && text !== '' ? text : null
}
