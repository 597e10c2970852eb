import type { Readable, Writable } from 'node:stream'

/** Codes of JSON-RPC 2.0. */
export const RpcError = {
  PARSE: -32_700,
  REQUEST: -32_600,
  METHOD: -32_601,
  PARAMS: -32_602,
  INTERNAL: -32_603,
} as const

/** A failure that the client of a method receives. */
export class MethodError extends Error {
  override readonly name = 'MethodError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Carries out a method with its parameters. Notifications have no response. `signal` is aborted by a cancellation. */
export type Method = (name: string, params: Record<string, unknown>, signal: AbortSignal) => Promise<unknown>

const LINE_MAX_CHARS = 4 * 1024 * 1024
const CANCELLED = 'notifications/cancelled'

type Id = string | number
type Response = { id: Id | null } & ({ result: unknown } | { error: { code: number; message: string } })

/**
 * Serves JSON-RPC over lines, as the stdio transport of the Model Context Protocol has it. Requests run side by side:
 * a call that waits for a message delays no other.
 *
 * @param end ends serving at once, without the responses of requests that still run
 * @returns when the input ends, and every response is written
 */
export async function serveLines(input: Readable, output: Writable, method: Method, end: AbortSignal): Promise<void> {
  const calls = new Calls(method)
  const running = new Set<Promise<void>>()
  end.addEventListener('abort', () => input.destroy())
  // The client has gone.
  output.on('error', () => input.destroy())
  for await (const line of linesOf(input)) {
    if (line?.trim() === '') continue
    const done: Promise<void> = calls.respond(line).then((response) => {
      if (response !== null && output.writable) output.write(`${JSON.stringify(response)}\n`)
      running.delete(done)
    })
    running.add(done)
  }
  if (!end.aborted && output.writable) await Promise.all(running)
  calls.cancelAll()
}

/**
 * Yields the lines of a stream; null for one that is too long. Only a line feed ends a line: JSON may contain other
 * separators of Unicode, at which `readline` splits.
 */
async function* linesOf(input: Readable): AsyncGenerator<string | null> {
  input.setEncoding('utf8')
  let rest: string | null = ''
  try {
    for await (const chunk of input as AsyncIterable<string>) {
      const [first = '', ...others] = chunk.split('\n')
      rest = rest === null ? null : bounded(rest + first)
      for (const line of others) {
        yield rest
        rest = bounded(line)
      }
    }
  } catch (error) {
    if (!input.destroyed) throw error
  }
  if (rest !== '') yield rest
}

function bounded(line: string): string | null {
  return line.length > LINE_MAX_CHARS ? null : line
}

/** The calls of one client. */
class Calls {
  readonly #method: Method
  readonly #running = new Map<Id, AbortController>()

  constructor(method: Method) {
    this.#method = method
  }

  /** Returns the response to a line: one, those of a batch, or null where none is due. */
  async respond(line: string | null): Promise<unknown> {
    let message: unknown
    try {
      if (line === null) throw new Error('too long')
      message = JSON.parse(line)
    } catch {
      return wired(refusal(null, RpcError.PARSE, 'The line is no JSON.'))
    }
    if (!Array.isArray(message)) return wired(await this.#respondTo(message))
    // Clients of the protocol's version 2025-03-26 send batches.
    if (message.length === 0) return wired(refusal(null, RpcError.REQUEST, 'The batch is empty.'))
    const responses = await Promise.all(message.map((entry) => this.#respondTo(entry)))
    const due = responses.filter((response) => response !== null)
    return due.length === 0 ? null : due.map(wired)
  }

  cancelAll(): void {
    for (const controller of this.#running.values()) controller.abort()
  }

  /** Returns the response to a message; null for a notification, a response of the client, or a cancelled call. */
  async #respondTo(message: unknown): Promise<Response | null> {
    const { id, method: name, params } = isRecord(message) ? message : {}
    const isKnownId = typeof id === 'string' || typeof id === 'number'
    if (typeof name !== 'string') {
      const isResponse = isRecord(message) && ('result' in message || 'error' in message)
      return isResponse ? null : refusal(isKnownId ? id : null, RpcError.REQUEST, 'There is no method.')
    }
    if (id !== undefined && !isKnownId) return refusal(null, RpcError.REQUEST, 'The id must be a text or a number.')
    const given = isRecord(params) ? params : {}
    if (name === CANCELLED) this.#running.get(given.requestId as Id)?.abort()
    const controller = new AbortController()
    if (id !== undefined) this.#running.set(id, controller)
    try {
      const result = await this.#method(name, given, controller.signal)
      return id === undefined || controller.signal.aborted ? null : { id, result: result ?? {} }
    } catch (error) {
      if (id === undefined || controller.signal.aborted) return null
      return refusal(id, error instanceof MethodError ? error.code : RpcError.INTERNAL, (error as Error).message)
    } finally {
      if (id !== undefined && this.#running.get(id) === controller) this.#running.delete(id)
    }
  }
}

function refusal(id: Id | null, code: number, message: string): Response {
  return { id, error: { code, message } }
}

function wired(response: Response | null) {
  return response && { jsonrpc: '2.0', ...response }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
