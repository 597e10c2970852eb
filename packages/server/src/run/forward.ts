import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import { type Duplex, pipeline } from 'node:stream'

/** Headers between two neighbours, which are not passed on. */
const HOP_HEADERS = ['connection', 'keep-alive', 'proxy-authorization', 'proxy-connection', 'upgrade', 'te', 'host']

export interface Forwarder {
  /** Sends one request to its target, and the response back. `responded` receives the status. */
  request(request: IncomingMessage, response: ServerResponse, target: URL, responded: (status: number) => void): void
  /**
   * Passes an upgrade to its target. The bytes of both sides are passed on as they are. Ends the connection without a
   * response when the target cannot be reached.
   */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, target: URL): void
  /** Ends idle connections. */
  close(): void
}

/** Passes requests on, over connections that are kept between requests. */
export function forwarder(): Forwarder {
  const agents = { 'http:': new http.Agent({ keepAlive: true }), 'https:': new https.Agent({ keepAlive: true }) }
  return {
    request(request, response, target, responded) {
      const agent = target.protocol === 'http:' ? agents['http:'] : agents['https:']
      const outgoing = requestTo(target, { method: request.method, headers: passedOn(request, target), agent })
      response.on('close', () => outgoing.destroy())
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
      pipeline(request, outgoing, () => {})
    },
    upgrade: forwardUpgrade,
    close() {
      agents['http:'].destroy()
      agents['https:'].destroy()
    },
  }
}

function forwardUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer, target: URL): void {
  const headers = [...passedOn(request, target), 'Connection', 'Upgrade', 'Upgrade', request.headers.upgrade ?? '']
  const outgoing = requestTo(target, { method: request.method, headers, agent: false })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => outgoing.destroy())
  outgoing.on('upgrade', (response, other, first) => {
    // The client reads the head alone: some lose a frame that comes in one segment with it.
    socket.write(headOf(response), () => join(socket, other, { toFirst: first, toSecond: head }))
  })
  outgoing.on('response', (response) => {
    socket.write(headOf(response))
    pipeline(response, socket, () => socket.destroy())
  })
  // As a host that is down ends it. A library (seyfert) waits half a minute after a response other than 101.
  outgoing.on('error', () => socket.destroy())
  outgoing.end()
}

/** Passes the bytes of two sockets on to each other, and ends both together. */
export function join(
  first: Duplex,
  second: Duplex,
  { toFirst, toSecond }: { toFirst?: Buffer; toSecond?: Buffer } = {},
): void {
  for (const [one, other] of [
    [first, second],
    [second, first],
  ] as const) {
    one.on('error', () => one.destroy())
    one.on('close', () => other.destroy())
  }
  if (toFirst?.length) first.write(toFirst)
  if (toSecond?.length) second.write(toSecond)
  first.pipe(second)
  second.pipe(first)
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
