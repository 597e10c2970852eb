import type { IncomingMessage, ServerResponse } from 'node:http'
import { CloseCode } from '../rpc/codes.ts'
import type { Host, RpcApplication } from '../rpc/host.ts'
import { PseudoScope } from '../rpc/scopes.ts'
import { RpcSession, type RpcTables, type RpcTransport } from '../rpc/session.ts'
import { isOwnOrigin, isRegisteredOrigin, scopesOf } from './origins.ts'
import { applicationOf } from './query.ts'

const BODY_BYTES_MAX = 1_048_576
/** Statuses by code of CLOSE. */
const STATUSES: ReadonlyMap<number, number> = new Map([[CloseCode.INVALID_ORIGIN, 403]])

/** Person's client and applications that a transport serves. */
export interface RpcParts {
  readonly host: Host
  readonly tables: RpcTables
  /** Address of the platform. */
  readonly server: string
  /** Returns the application of a client id, once it may connect; null for an unknown one. */
  readonly admit: (clientId: string, ended: AbortSignal) => Promise<RpcApplication | null>
  /** Returns it at once: single commands of HTTP are no connections. */
  readonly find: (clientId: string) => Promise<RpcApplication | null>
}

/** Carries out one command over HTTP. The response is that of the command; READY and events are left out. */
export async function answerHttp(
  parts: RpcParts,
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
): Promise<void> {
  const { headers, method } = request
  const { origin } = headers
  const { server, find } = parts
  const application = await applicationOf({ query, headers, server, find })
  if ('code' in application) return respond(response, STATUSES.get(application.code) ?? 400, application)
  allowOrigin(response, origin, application, server)
  if (method === 'OPTIONS') return void response.writeHead(204).end()
  if (method === 'GET') return answerGet(parts, response, { query, application })
  if (method !== 'POST') return respond(response, 405, { code: CloseCode.UNSUPPORTED, message: 'Use POST' })
  const message = parsed(await readBody(request))
  if (message === undefined)
    return respond(response, 400, { code: CloseCode.UNSUPPORTED, message: 'The body is not JSON of at most 1 MiB' })
  return respond(response, 200, await runOne(parts, application, { scopes: scopesOf(origin, server) }, message))
}

/**
 * Calls a function of the page with the response: the page loads it as a script. Such a request has no Origin header.
 * Only commands that name this form run.
 */
async function answerGet(
  parts: RpcParts,
  response: ServerResponse,
  { query, application }: { query: URLSearchParams; application: RpcApplication },
): Promise<void> {
  const message = parsed(query.get('payload') ?? '')
  const callback = query.get('callback') ?? ''
  if (message === undefined || !/^[\w$.]{1,100}$/.test(callback))
    return respond(response, 400, { code: CloseCode.UNSUPPORTED, message: 'payload or callback is invalid' })
  const result = await runOne(parts, application, { scopes: [PseudoScope.PRIVATE_LIMITED], limited: true }, message)
  const text = JSON.stringify(result).replaceAll('<', '\\u003c')
  response.writeHead(200, {
    'content-type': 'application/javascript; charset=utf-8',
    'x-content-type-options': 'nosniff',
  })
  // The comment keeps the response from being read as another format.
  response.end(`/**/${callback}(${text})`)
}

/** Runs a command in its own session, and returns its response. */
async function runOne(
  { host, tables }: RpcParts,
  application: RpcApplication,
  grant: Pick<RpcTransport, 'scopes' | 'limited'>,
  message: unknown,
): Promise<unknown> {
  const sent: { evt?: string | null }[] = []
  const session = new RpcSession({
    application,
    host,
    tables,
    transport: {
      ...grant,
      send: (one) => void sent.push(one),
      close: (code, text) => void sent.push({ code, text } as object),
    },
  })
  await session.receive(message)
  session.end()
  return sent.findLast((one) => (one as { cmd?: string }).cmd !== 'DISPATCH') ?? null
}

function allowOrigin(
  response: ServerResponse,
  origin: string | undefined,
  application: RpcApplication,
  server: string,
): void {
  if (origin === undefined || !(isOwnOrigin(origin, server) || isRegisteredOrigin(origin, application))) return
  response.setHeader('access-control-allow-origin', origin)
  response.setHeader('access-control-allow-headers', 'content-type')
  response.setHeader('access-control-allow-methods', 'GET, POST')
  response.setHeader('access-control-allow-private-network', 'true')
  response.setHeader('vary', 'origin')
}

function respond(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body))
}

/** Returns the body; an empty text if it is too long. */
async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > BODY_BYTES_MAX) return ''
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
