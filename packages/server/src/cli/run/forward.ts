import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import { type Duplex, pipeline } from 'node:stream'

/** Headers between two neighbours, which are not passed on. */
const HOP_HEADERS = ['connection', 'keep-alive', 'proxy-authorization', 'proxy-connection', 'upgrade', 'te', 'host']

/**
 * Time between the upgrade response and what follows it. Some clients (discordrb) drop the bytes that they read
 * together with the response. With eight busy processes per core, 20 ms were too short for 3 of 60 plain connections,
 * 50 ms for 1, and 100 ms for none. A client that has sent something has read the response.
 */
const HOLD_MS = 100

/** Address that a request is passed to, and what is added to it. */
export interface Target {
  url: URL
  /** Names and values in turn, besides those of the request. */
  addedHeaders: readonly string[]
}

export interface Forwarder {
  /** Sends one request to its target, and the response back. `responded` receives the status. */
  request(request: IncomingMessage, response: ServerResponse, to: Target, responded: (status: number) => void): void
  /**
   * Passes an upgrade to its target. The bytes of both sides are passed on as they are. Ends the connection without a
   * response when the target cannot be reached.
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, to: Target): void
  /** Ends idle connections. */
  close(): void
}

/** Passes requests on, over connections that are kept between requests. */
export function forwarder(): Forwarder {
  const agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) }
  return {
    request(request, response, { url: target, addedHeaders }, responded) {
      const agent = target.protocol === 'http:' ? agents['http:'] : agents['https:']
      const headers = [...passedOn(request, target), ...addedHeaders]
      const outgoing = requestTo(target, { method: request.method, headers, agent })
      response.on('close', () => {
        outgoing.destroy()
        // A refusal can precede the end of the body, and most clients read it only after they have sent everything.
        request.unpipe(outgoing).resume()
      })
      outgoing.on('response', (incoming) => {
        responded(incoming.statusCode ?? 0)
        const headers = withoutHops(incoming.rawHeaders).flat()
        response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, headers)
        pipeline(incoming, response, () => {})
      })
      outgoing.on('error', (error) => {
        if (response.headersSent) return void response.destroy()
        response.writeHead(502, { 'Content-Type': 'application/json' })
        response.end(JSON.stringify({ message: `${target.host} cannot be reached: ${error.message}`, code: 0 }))
      })
      request.pipe(outgoing)
    },
    upgrade: forwardUpgrade,
    close() {
      agents['http:'].destroy()
      agents['https:'].destroy()
    },
  }
}

function forwardUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, to: Target): void {
  const { url: target, addedHeaders } = to
  const headers = [
    ...passedOn(request, target),
    ...addedHeaders,
    'Connection',
    'Upgrade',
    'Upgrade',
    request.headers.upgrade ?? '',
  ]
  const outgoing = requestTo(target, { method: request.method, headers, agent: false })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => outgoing.destroy())
  outgoing.on('upgrade', (response, other, first) => {
    socket.write(headOf(response))
    join(socket, other, { toFirst: first, toSecond: head, holdMs: head.length > 0 ? 0 : HOLD_MS })
  })
  outgoing.on('response', (response) => {
    socket.write(headOf(response))
    pipeline(response, socket, () => socket.destroy())
  })
  // As a host that is down ends it. A library (seyfert) waits half a minute after a response other than 101.
  outgoing.on('error', () => socket.destroy())
  outgoing.end()
}

export interface JoinOptions {
  /** Bytes that were read before. */
  toFirst?: Buffer
  toSecond?: Buffer
  /** Time during which nothing is passed to `first`, unless it sends something. */
  holdMs?: number
}

/** Passes the bytes of two sockets on to each other, and ends both together. */
export function join(first: Duplex, second: Duplex, { toFirst, toSecond, holdMs = 0 }: JoinOptions = {}): void {
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    one.on('error', () => one.destroy())
    one.on('close', () => other.destroy())
  }
  if (toSecond?.length) second.write(toSecond)
  const open = () => {
    if (toFirst?.length) first.write(toFirst)
    second.pipe(first)
  }
  if (holdMs > 0) afterHold(first, holdMs, open)
  else open()
  first.pipe(second)
}

/** Runs a task after a while, or when the socket sends its first bytes. Never after its close. */
function afterHold(socket: Duplex, holdMs: number, task: () => void): void {
  const cancel = () => {
    clearTimeout(timer)
    socket.off('data', run).off('close', cancel)
  }
  const run = () => {
    cancel()
    task()
  }
  const timer = setTimeout(run, holdMs)
  socket.once('data', run).once('close', cancel)
}

function requestTo(target: URL, options: http.RequestOptions): http.ClientRequest {
  return (target.protocol === 'http:' ? http : https).request(target, options)
}

function passedOn({ rawHeaders }: IncomingMessage, target: URL): string[] {
  return ['Host', target.host, ...withoutHops(rawHeaders).flat()]
}

function withoutHops(raw: readonly string[]): [string, string][] {
  const pairs: [string, string][] = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? ''
    if (!HOP_HEADERS.includes(name.toLowerCase())) pairs.push([name, raw[index + 1] ?? ''])
  }
  return pairs
}

function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines: string[] = []
  for (let index = 0; index + 1 < rawHeaders.length; index += 2)
    lines.push(`${rawHeaders[index]}: ${rawHeaders[index + 1]}`)
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('\r\n')}\r\n\r\n`
}
