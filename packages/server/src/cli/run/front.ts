import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { openPort } from '../../transports/http/port.ts'
import { endWithResponse } from '../../transports/raw-response.ts'
import { forwarder, join, type Target } from './forward.ts'
import { gatewayHeaders } from './gateway-headers.ts'
import { hostName, isPublicHost, pathFor } from './public-hosts.ts'
import { tokenOfHeader } from './public-token.ts'
import type { OpenTunnel } from './tunnel.ts'

const LOOPBACK = '127.0.0.1'
const HTTP_PORT = 80
/** Alerts of clients that do not trust a certificate, as OpenSSL names them. */
const DISTRUST = /_ALERT_(?:UNKNOWN_CA|CERTIFICATE_UNKNOWN|BAD_CERTIFICATE)$/
/** Body of the platform's own response to a token that it does not know. */
const UNAUTHORIZED = JSON.stringify({ message: '401: Unauthorized', code: 0 })

export interface FrontOptions {
  /** Address of the platform. */
  platform: URL
  /**
   * Host of the platform, also used for the platform without a port: some libraries leave out the port of the
   * gateway's address. Null where another program may serve that.
   */
  portless: string | null
  /** PEM; for the public platform's hosts. */
  certificate: { cert: string; key: string }
  /**
   * Password of the proxy for hosts besides the public platform's; null lets every program on this machine use it.
   * Programs of this run have the password in their proxy variable.
   */
  secret: string | null
  /** Returns whether a token must not reach the platform. */
  refusesToken(token: string): boolean
  /** Returns whether one of those hosts must not be reached. */
  refusesHost(host: string, port: number): boolean
  /** Called once when a client does not trust the certificate. */
  refusedCertificate(): void
  /** Opens connections to those hosts. */
  openTunnel: OpenTunnel
}

/** Counts of what has reached a front. */
export interface FrontCounts {
  /** Connections from programs, with those that broke off before a request. */
  connections: number
  /** Requests and upgrades for the platform. */
  requests: number
  /** Of those, responses that refuse the token. */
  refused: number
  /** Whether a program said that it does not trust the certificate. */
  isDistrusted: boolean
}

export interface Front {
  readonly port: number
  readonly counts: Readonly<FrontCounts>
  close(): Promise<void>
}

/**
 * Opens the front of one run on a loopback port. It speaks three ways: TLS as the public platform's hosts, CONNECT as a
 * proxy, and requests with a whole address, which some libraries send to a proxy. Everything for the public platform's
 * hosts goes to the platform. Other hosts are tunnelled untouched, for callers with the password.
 */
export async function openFront(options: FrontOptions): Promise<Front> {
  const counts: FrontCounts = { connections: 0, requests: 0, refused: 0, isDistrusted: false }
  const forwards = forwarder()
  const trust = trustWatch(counts, options)
  const mayLeave = secretCheck(options.secret)

  const { route, hasForeignToken } = routing(options, { counts, mayLeave })

  function onRequest(request: IncomingMessage, response: ServerResponse): void {
    trust.spoken()
    const target = route(request)
    if (typeof target === 'number') return void response.writeHead(target, challenge(target)).end()
    if (hasForeignToken(request, target)) {
      counts.refused += 1
      return void response.writeHead(401, { 'Content-Type': 'application/json' }).end(UNAUTHORIZED)
    }
    forwards.request(request, response, target, (status) => {
      if (status === 401) counts.refused += 1
    })
  }

  function onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    trust.spoken()
    const target = route(request)
    if (typeof target === 'number') return endWithResponse(socket, target, { headers: challenge(target) })
    forwards.upgrade(request, socket, head, target)
  }

  const tunnel = tunnels(options, { counts, trust, mayLeave, ownPort: () => port.port })
  const port = await openPort({
    handshakeFailed: trust.handshakeFailed,
    host: LOOPBACK,
    port: 0,
    tls: options.certificate,
    bounds: { connectionsPerAddress: Number.POSITIVE_INFINITY },
    onRequestServer(server) {
      server.on('connection', (socket) => {
        counts.connections += 1
        trust.connected(socket)
      })
      // With TLS 1.3 the server has done its part before the client looks at the certificate.
      server.on('clientError', trust.handshakeFailed)
      server.on('request', onRequest)
      server.on('upgrade', onUpgrade)
      server.on('connect', (request, socket, head) => void tunnel(request, { socket, head }))
    },
  })
  return {
    port: port.port,
    counts,
    async close() {
      forwards.close()
      await port.close(0)
    },
  }
}

/** Returns the handler of CONNECT: the public platform's hosts lead to the front itself, others are tunnelled. */
function tunnels(
  options: FrontOptions,
  {
    counts,
    trust,
    mayLeave,
    ownPort,
  }: {
    counts: FrontCounts
    trust: ReturnType<typeof trustWatch>
    mayLeave: ReturnType<typeof secretCheck>
    ownPort: () => number
  },
) {
  return async (request: IncomingMessage, { socket, head }: { socket: Duplex; head: Buffer }): Promise<void> => {
    // The connection inside is counted separately, or goes elsewhere.
    counts.connections -= 1
    socket.on('error', () => socket.destroy())
    const target = connectTarget(request.url ?? '')
    if (target === null) return endWithResponse(socket, 400)
    const isPublic = isPublicHost(target.host)
    if (!isPublic) trust.spoken()
    if (!isPublic && !mayLeave(request.headers['proxy-authorization']))
      return endWithResponse(socket, 407, { headers: challenge(407) })
    if (!isPublic && options.refusesHost(target.host, target.port)) return endWithResponse(socket, 403)
    try {
      const other = isPublic ? connect(ownPort(), LOOPBACK) : await options.openTunnel(target.host, target.port)
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      join(socket, other, { toSecond: head })
    } catch {
      endWithResponse(socket, 502)
    }
  }
}

/** Notices, once, that programs do not trust the certificate. */
function trustWatch(counts: FrontCounts, { refusedCertificate }: Pick<FrontOptions, 'refusedCertificate'>) {
  let isSpokenTo = false
  const distrusted = () => {
    if (!counts.isDistrusted) refusedCertificate()
    counts.isDistrusted = true
  }
  return {
    /** A program has sent something besides handshakes. */
    spoken() {
      isSpokenTo = true
    },
    connected(socket: Socket) {
      // Node and others break off without an alert.
      socket.on('close', () => {
        if (socket.bytesRead > 0 && !isSpokenTo) distrusted()
      })
    },
    handshakeFailed({ code = '' }: NodeJS.ErrnoException) {
      if (DISTRUST.test(code)) distrusted()
    },
  }
}

/** Returns how one front judges requests. */
function routing(
  options: FrontOptions,
  { counts, mayLeave }: { counts: FrontCounts; mayLeave: ReturnType<typeof secretCheck> },
) {
  const onPlatform = (path: string) => new URL(options.platform.origin + (path.startsWith('/') ? path : '/'))

  /** Returns where a request goes, or the status of its refusal. Counts those for the platform. */
  function route(request: IncomingMessage): Target | number {
    const { url = '/', headers } = request
    const isWhole = /^https?:\/\//i.test(url)
    if (isWhole && !URL.canParse(url)) return 400
    const whole = isWhole ? new URL(url) : null
    const host = whole?.hostname ?? hostName(headers.host ?? '')
    if (isPublicHost(host)) {
      counts.requests += 1
      const path = pathFor(host, whole ? `${whole.pathname}${whole.search}` : url)
      return { url: onPlatform(path), addedHeaders: gatewayHeaders(headers) }
    }
    if (whole === null && options.portless !== null && headers.host === options.portless) {
      counts.requests += 1
      return { url: onPlatform(url), addedHeaders: [] }
    }
    // A request that is neither for the public platform nor a proxy's has no business here.
    if (whole === null) return 421
    if (!mayLeave(headers['proxy-authorization'])) return 407
    return options.refusesHost(whole.hostname, Number(whole.port) || HTTP_PORT) ? 403 : { url: whole, addedHeaders: [] }
  }

  /** Whether a request for the platform carries a token that must not reach it. */
  const hasForeignToken = ({ headers }: IncomingMessage, { url }: Target) =>
    url.origin === options.platform.origin && options.refusesToken(tokenOfHeader(headers.authorization))

  return { route, hasForeignToken }
}

/** Reads `HOST:PORT`, with an IPv6 address in brackets. */
function connectTarget(target: string): { host: string; port: number } | null {
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:[\]/]+)):(\d{1,5})$/.exec(target) ?? []
  const host = bracketed ?? plain
  return host === undefined ? null : { host, port: Number(digits) }
}

function challenge(status: number): Record<string, string> {
  return status === 407 ? { 'Proxy-Authenticate': 'Basic realm="guildhall run"' } : {}
}

/** Name in the credentials of the proxy. */
export const PROXY_USER = 'guildhall'

function secretCheck(secret: string | null): (header: string | undefined) => boolean {
  if (secret === null) return () => true
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(`Basic ${Buffer.from(`${PROXY_USER}:${secret}`).toString('base64')}`)
  return (header = '') => timingSafeEqual(digest(header), expected)
}
