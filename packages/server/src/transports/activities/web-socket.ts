import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { StreamError, type StreamedResponse } from '../../kernel/outgoing-streams.ts'
import { VIA } from '../raw-response.ts'
import { answerHeaders, type ForwardParts, relayAnswer, sendTo } from './forward.ts'
import type { PageRefusal } from './pages.ts'
import { ownOrigin } from './preflight.ts'
import type { Route } from './route.ts'

/** Interval of the probes that find dead connections. */
const PROBE_MS = 60_000
/** Silence after the end of one side. */
const LINGER_MS = 30_000

/** Returns why an upgrade is not forwarded; null for the WebSocket of an activity's own page. */
export function upgradeFault({ method, headers }: IncomingMessage, host: string): PageRefusal | null {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) !== 0
  if (method !== 'GET' || headers.upgrade?.toLowerCase() !== 'websocket' || hasBody) return 'BAD_UPGRADE'
  const { origin } = headers
  return origin === undefined || ownOrigin(origin, host) !== null ? null : 'FOREIGN_ORIGIN'
}

/**
 * Forwards the opening of a WebSocket, and then the bytes of both sides. The proxy does not read messages: both ends
 * negotiate subprotocols and compression. Settles when the connection has ended.
 */
export async function forwardWebSocket(
  request: IncomingMessage,
  { socket, head, response }: { socket: Duplex; head: Buffer; response: ServerResponse },
  route: Route,
  parts: ForwardParts,
): Promise<void> {
  const ended = new AbortController()
  socket.on('close', () => ended.abort(new StreamError('unreachable', 'the browser left')))
  const answer = await sendTo(request, response, route, parts, {
    body: null,
    bodyBytes: undefined,
    upgrade: true,
    ended,
  })
  if (answer === null) return
  const origin = ownOrigin(request.headers.origin, route.activity.host)
  if (answer.upgraded === null) return relayAnswer(answer, response, { route, origin, parts })
  response.detachSocket(socket as Socket)
  await join({ socket, head }, answer.upgraded, handshake(answer, route))
}

/** Returns the response that changes the protocol, with the target's part of the negotiation. */
function handshake(answer: StreamedResponse, route: Route): string {
  const negotiated = answerHeaders(answer, route, null).filter(([name]) =>
    /^(?:sec-websocket-|set-cookie$)/i.test(name),
  )
  const headers = [['Upgrade', 'websocket'], ['Connection', 'Upgrade'], ['Via', VIA], ...negotiated]
  return `HTTP/1.1 101 Switching Protocols\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
}

interface End {
  readonly socket: Duplex
  /** Bytes that were read with the headers. */
  readonly head: Buffer
}

/** Passes bytes between a browser and a target until both have ended, or one is lost. */
async function join(browser: End, target: End, handshake: string): Promise<void> {
  const ends = [
    [browser.socket, target.socket],
    [target.socket, browser.socket],
  ] as const
  const closed = ends.map(([socket]) => new Promise<void>((resolve) => socket.once('close', () => resolve())))
  browser.socket.write(handshake, 'latin1')
  browser.socket.write(target.head)
  target.socket.write(browser.head)
  for (const [from, to] of ends) {
    from.once('close', () => to.destroy())
    from.once('end', () => setLinger(to))
    from.pipe(to)
    if (isSocket(from)) from.setKeepAlive(true, PROBE_MS).setNoDelay(true)
  }
  await Promise.all(closed)
}

/** Bounds the time in which one side may be silent after the other side has ended. */
function setLinger(socket: Duplex): void {
  if (isSocket(socket)) socket.setTimeout(LINGER_MS, () => socket.destroy())
}

function isSocket(socket: Duplex): socket is Socket {
  return 'setKeepAlive' in socket
}
