import http, { type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import https from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream'
import type { Clock } from '../../kernel/clock.ts'
import {
  type HeaderList,
  type OutgoingStreams,
  StreamError,
  type StreamedRequest,
  type StreamedResponse,
  type StreamLimits,
} from '../../kernel/outgoing-streams.ts'
import { localLookup } from './local-lookup.ts'
import { publicLookup } from './public-address.ts'
import { mayReach, type Reach } from './reach.ts'

/** Time that an idle connection is kept open. */
const IDLE_MS = 5_000
/** Idle connections kept open to one server. */
const IDLE_SOCKETS_MAX = 32
/** Methods that may be sent again when a kept connection turns out to be closed. */
const REPEATABLE = ['GET', 'HEAD']

export interface OutgoingStreamParts {
  /** Monotonic clock: time limits of servers elsewhere do not follow the platform date. */
  wallClock: Clock
  reach: Reach
  limits: StreamLimits
}

interface Sending {
  readonly request: StreamedRequest
  readonly options: RequestOptions
  readonly parts: OutgoingStreamParts
}

/** Sends streamed requests over HTTP and HTTPS, on kept connections. */
export function outgoingStreams(parts: OutgoingStreamParts): OutgoingStreams {
  const lookup: LookupFunction = parts.reach === 'public' ? publicLookup() : localLookup()
  const pool = { keepAlive: true, maxFreeSockets: IDLE_SOCKETS_MAX, timeout: IDLE_MS }
  const agents = { http: new http.Agent(pool), https: new https.Agent(pool) }
  const closing = new AbortController()
  return {
    async send(request) {
      const { origin } = request
      if (!mayReach(origin, parts.reach)) throw new StreamError('forbidden', `${origin.host} is not a public address`)
      const signal = AbortSignal.any([request.signal, closing.signal])
      const options: RequestOptions = {
        protocol: origin.protocol,
        hostname: origin.hostname.replace(/^\[(.*)\]$/, '$1'),
        port: origin.port,
        path: request.path,
        method: request.method,
        headers: request.headers.flat(),
        setHost: false,
        maxHeaderSize: parts.limits.headerBytesMax,
        agent: request.upgrade ? false : origin.protocol === 'https:' ? agents.https : agents.http,
        lookup,
        signal,
      }
      return transfer({ request, options, parts })
    },
    async close() {
      closing.abort(new StreamError('unreachable', 'the platform is closing'))
      agents.http.destroy()
      agents.https.destroy()
    },
  }
}

/**
 * Sends a request once. Repeats it only if the other side closed a kept connection meanwhile, which it may do at any
 * time, and if that cannot have an effect twice.
 */
function transfer(sending: Sending): Promise<StreamedResponse> {
  const { request, options, parts } = sending
  const { promise, resolve, reject } = Promise.withResolvers<StreamedResponse>()
  const open = options.protocol === 'https:' ? https.request : http.request
  const sent = open(options)
  const limit = limitTimes(sent, parts, (message) => sent.destroy(new StreamError('timeout', message)))
  let answered = false
  const answer = (response: IncomingMessage, upgraded: StreamedResponse['upgraded']) => {
    answered = true
    limit.answered(upgraded !== null)
    if (upgraded === null) endWithResponse(response, sent)
    else endWithSignal(upgraded.socket, options.signal)
    resolve({ status: response.statusCode ?? 0, headers: listOf(response.rawHeaders), body: response, upgraded })
  }
  sent.on('response', (response) => answer(response, null))
  sent.on('upgrade', (response, socket: Duplex, head: Buffer) => {
    if (request.upgrade) return answer(response, { socket, head })
    // The request no longer owns the socket: its errors would have no listener.
    socket.on('error', () => {}).destroy()
    reject(new StreamError('invalid', 'the server changed the protocol without being asked to'))
  })
  sent.on('error', (error: NodeJS.ErrnoException) => {
    limit.ended()
    const closed = error.code === 'ECONNRESET' || error.code === 'EPIPE'
    const again = sent.reusedSocket && !answered && closed && request.body === null
    if (again && REPEATABLE.includes(request.method))
      transfer({ ...sending, options: { ...options, agent: false } }).then(resolve, reject)
    else reject(asStreamError(error))
  })
  sent.on('close', () => {
    limit.ended()
    if (!answered) reject(new StreamError('invalid', 'the connection was closed without a response'))
  })
  if (request.body === null) sent.end()
  // Errors of either side destroy the request, which reports them.
  else pipeline(request.body, sent, () => {})
  return promise
}

/** Ends the request when the response is discarded, so that its connection is not read any further. */
function endWithResponse(response: IncomingMessage, sent: ClientRequest): void {
  response.on('close', () => {
    if (!response.readableEnded) sent.destroy()
  })
}

/** Closes an upgraded connection when its request is aborted. The request no longer owns it. */
function endWithSignal(socket: Duplex, signal: AbortSignal | undefined): void {
  const end = () => socket.destroy()
  signal?.addEventListener('abort', end)
  socket.on('close', () => signal?.removeEventListener('abort', end))
  // A reset without a listener would end the process.
  socket.on('error', end)
}

/** Bounds the times of a request. */
function limitTimes(sent: ClientRequest, { wallClock, limits }: OutgoingStreamParts, late: (message: string) => void) {
  const after = (ms: number, message: string) => wallClock.at(wallClock.now() + ms, () => late(message))
  let cancel = after(limits.connectMs, `no connection within ${limits.connectMs} ms`)
  let isConnected = false
  const waitForResponse = () => {
    if (!isConnected || !sent.writableFinished) return
    cancel()
    cancel = after(limits.responseMs, `no response within ${limits.responseMs} ms`)
  }
  const connected = () => {
    isConnected = true
    cancel()
    waitForResponse()
  }
  sent.on('finish', waitForResponse)
  sent.on('socket', (socket: Socket & { encrypted?: boolean }) => {
    if (!socket.connecting) return connected()
    socket.once(socket.encrypted ? 'secureConnect' : 'connect', connected)
  })
  return {
    answered(isUpgraded: boolean) {
      cancel()
      // Both ends of a WebSocket may be silent for as long as they like.
      if (!isUpgraded) sent.setTimeout(limits.idleMs, () => late(`no byte within ${limits.idleMs} ms`))
    },
    ended: () => cancel(),
  }
}

function listOf(raw: readonly string[]): HeaderList {
  const list: [string, string][] = []
  for (let index = 0; index + 1 < raw.length; index += 2) list.push([raw[index] ?? '', raw[index + 1] ?? ''])
  return list
}

function asStreamError(error: NodeJS.ErrnoException): StreamError {
  if (error instanceof StreamError) return error
  const { code = '', message } = error
  if (code.startsWith('HPE_')) return new StreamError('invalid', `a response that is not HTTP: ${message}`, error)
  if (code === 'ETIMEDOUT') return new StreamError('timeout', 'no connection in time', error)
  return new StreamError('unreachable', code || message, error)
}
