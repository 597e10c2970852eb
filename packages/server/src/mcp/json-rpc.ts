import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

/** Codes of JSON-RPC 2.0. */
export const RpcError = {
  PARSE: -32_700,
  REQUEST: -32_600,
  METHOD: -32_601,
  PARAMS: -32_602,
  INTERNAL: -32_603,
} as const

/** A failure that the client of a method is told. */
export class MethodError extends Error {
  override readonly name = 'MethodError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** Carries out a method with its parameters. Notifications have no response. */
export type Method = (name: string, params: Record<string, unknown>) => Promise<unknown>

const LINE_MAX_CHARS = 4 * 1024 * 1024

/**
 * Serves JSON-RPC over lines, as the stdio transport of the Model Context Protocol has it. Requests run side by side:
 * a call that waits for a message delays no other.
 *
 * @returns when the input ends, and every response is written
 */
export async function serveLines(input: Readable, output: Writable, method: Method): Promise<void> {
  const running = new Set<Promise<void>>()
  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue
    const done: Promise<void> = respond(line, method).then((response) => {
      if (response !== null) output.write(`${JSON.stringify({ jsonrpc: '2.0', ...response })}\n`)
      running.delete(done)
    })
    running.add(done)
  }
  await Promise.all(running)
}

type Response = { id: unknown } & ({ result: unknown } | { error: { code: number; message: string } })

/** Returns the response to a line; null for a notification, or a response of the client. */
async function respond(line: string, method: Method): Promise<Response | null> {
  let message: unknown
  try {
    if (line.length > LINE_MAX_CHARS) throw new Error('too long')
    message = JSON.parse(line)
  } catch {
    return { id: null, error: { code: RpcError.PARSE, message: 'The line is no JSON.' } }
  }
  const { id, method: name, params } = isRecord(message) ? message : {}
  if (typeof name !== 'string') {
    const isResponse = isRecord(message) && ('result' in message || 'error' in message)
    return isResponse ? null : { id: null, error: { code: RpcError.REQUEST, message: 'There is no method.' } }
  }
  try {
    const result = await method(name, isRecord(params) ? params : {})
    return id === undefined ? null : { id, result: result ?? {} }
  } catch (error) {
    if (id === undefined) return null
    const code = error instanceof MethodError ? error.code : RpcError.INTERNAL
    return { id, error: { code, message: (error as Error).message } }
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
