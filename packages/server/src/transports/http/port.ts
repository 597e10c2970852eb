import { readFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import tls from 'node:tls'
import { Shares } from '../../kernel/shares.ts'
import { UserError } from '../../kernel/user-error.ts'
import { addressKey } from '../client-address.ts'
import { endWithResponse, VIA } from '../raw-response.ts'

/** First byte of a TLS record that carries a handshake; no HTTP method begins with it. */
const TLS_HANDSHAKE = 0x16
/** Greatest first byte of a packet with its length before it, which is short; no HTTP method begins with it either. */
const FRAMED_MAX = 0x01

export interface TlsCredentials {
  /** PEM, the server's certificate first, then its chain. */
  cert: string
  /** PEM. */
  key: string
  /** Calls `listener` with credentials that replace these, for connections from then on. */
  onRenewal?: (listener: (renewed: { cert: string; key: string }) => void) => void
}

/** Oldest version of TLS that is accepted. */
const TLS_MIN = 'TLSv1.2'

/** Time limits in ms, and limits of headers and connections. */
export interface PortBounds {
  /** From connecting to the first byte. */
  firstByteMs: number
  /** From connecting, or from the end of the request before, to the end of the headers. */
  headersMs: number
  /** A whole request with its body: ten files over a slow line must fit. */
  requestMs: number
  /** Time that an idle connection is kept; longer than clients keep theirs, or requests meet a closing socket. */
  keepAliveMs: number
  handshakeMs: number
  /** Above it the response is 431. */
  headerBytes: number
  /** Interval of the checks of the two request limits. */
  checkEveryMs: number
  /** Open connections of all clients. */
  connections: number
  /** Open connections of one address. */
  connectionsPerAddress: number
}

/** Default of open connections per address: a large bot has a few hundred shards. */
export const CONNECTIONS_PER_ADDRESS = 4_000
/** Open connections of all clients, where the system allows that many handles. */
const CONNECTIONS_MAX = 100_000

const DOCUMENTED_BOUNDS: PortBounds = {
  firstByteMs: 10_000,
  headersMs: 20_000,
  requestMs: 300_000,
  keepAliveMs: 65_000,
  handshakeMs: 10_000,
  headerBytes: 16 * 1024,
  checkEveryMs: 5_000,
  connections: CONNECTIONS_MAX,
  connectionsPerAddress: CONNECTIONS_PER_ADDRESS,
}

export interface PortOptions {
  host: string
  /** 0 selects a free port. */
  port: number
  /** Without it, a connection with a TLS handshake is closed. */
  tls?: TlsCredentials | null
  /** Receives the server of all connections before the first one, to attach `request` and `upgrade`. */
  onRequestServer(server: http.Server): void | Promise<void>
  bounds?: Partial<PortBounds>
  /** Takes connections that begin with a framed packet. It resumes them. Without it, HTTP answers them. */
  takeFramed?: ((socket: Socket) => void) | undefined
  /** Called when a client ends a TLS handshake, with the alert that it sent as the error's code. */
  handshakeFailed?: ((error: NodeJS.ErrnoException) => void) | undefined
  /** Returns whether an address is a trusted proxy, whose connections count in total only. */
  isProxy?: (address: string) => boolean
}

export interface Port {
  readonly server: http.Server
  readonly host: string
  /** The selected port, if the option is 0. */
  readonly port: number
  /**
   * Takes no more connections and ends idle ones at once. Requests under way and upgraded connections have `graceMs`
   * to end by themselves (default 5000), then they are cut.
   */
  close(graceMs?: number): Promise<void>
}

/** The address cannot be listened on. The message is for the user at the terminal. */
export class PortError extends UserError {
  override readonly name: string = 'PortError'
  readonly code: string
  readonly host: string
  readonly port: number

  constructor(message: string, options: { code: string; host: string; port: number; cause: unknown }) {
    super(message, { cause: options.cause })
    this.code = options.code
    this.host = options.host
    this.port = options.port
  }
}

export class PortInUseError extends PortError {
  override readonly name = 'PortInUseError'
}

/**
 * Opens one TCP port that speaks HTTP and, to a connection that begins with a TLS handshake, HTTPS. The kind is decided
 * once a connection, and framed packets may have another owner; from then on a plain connection is the HTTP server's
 * own, as if nobody had looked.
 * @throws PortInUseError when another program has the port, PortError when it cannot be had for another reason
 */
export async function openPort(options: PortOptions): Promise<Port> {
  const bounds = { ...DOCUMENTED_BOUNDS, connections: connectionsOfHandles(), ...options.bounds }
  const server = http.createServer({
    ServerResponse: ProxyResponse,
    maxHeaderSize: bounds.headerBytes,
    headersTimeout: bounds.headersMs,
    requestTimeout: bounds.requestMs,
    keepAliveTimeout: bounds.keepAliveMs,
    connectionsCheckingInterval: bounds.checkEveryMs,
    noDelay: true,
  })
  const connections = sortConnections(server, options, bounds)
  answerAsProxy(server)
  await options.onRequestServer(server)
  await listen(server, options.host, options.port)
  const { port } = server.address() as AddressInfo
  return {
    server,
    host: options.host,
    port,
    close: (graceMs = 5_000) => close(server, connections, graceMs),
  }
}

interface Connections {
  /** Every open socket, also those that were upgraded, which the HTTP server no longer counts. */
  all: Set<Socket>
  /** Those that have sent nothing yet. */
  silent: Set<Socket>
}

/**
 * Puts a look at the first byte before the HTTP server's own handling. The server itself listens, rather than a
 * net.Server in front of it, because its time limits run only while it listens.
 */
function sortConnections(server: http.Server, options: PortOptions, bounds: PortBounds): Connections {
  let credentials = options.tls ?? null
  const shares = new Shares({ perHolder: bounds.connectionsPerAddress, total: bounds.connections })
  const connections: Connections = { all: new Set(), silent: new Set() }
  const acceptors = server.listeners('connection') as ((socket: Socket) => void)[]
  server.removeAllListeners('connection')
  const accept = (socket: Socket) => {
    for (const acceptor of acceptors) acceptor.call(server, socket)
  }
  let tlsServer: tls.Server | undefined
  options.tls?.onRenewal?.((renewed) => {
    credentials = renewed
    tlsServer?.setSecureContext({ ...renewed, minVersion: TLS_MIN })
  })

  function firstBytes(this: Socket, bytes: Buffer): void {
    connections.silent.delete(this)
    this.setTimeout(0)
    this.off('timeout', this.destroy)
    this.off('end', this.destroy)
    // Put back before the new owner attaches its listeners, so that it reads the connection from the start.
    this.pause()
    this.unshift(bytes)
    if (options.takeFramed && (bytes[0] ?? 0) <= FRAMED_MAX) options.takeFramed(this)
    else if (bytes[0] !== TLS_HANDSHAKE) {
      this.off('error', ignore)
      accept(this)
      this.resume()
    } else if (credentials) {
      tlsServer ??= tlsServerFor(credentials, bounds, { accept, handshakeFailed: options.handshakeFailed })
      // The HTTP server opens its sockets half-open; under TLS such a socket would outlive a client that broke off.
      this.allowHalfOpen = false
      tlsServer.emit('connection', this)
    } else this.destroy()
  }

  function closed(this: Socket): void {
    connections.all.delete(this)
    connections.silent.delete(this)
  }

  server.on('connection', (socket) => {
    const remote = socket.remoteAddress ?? ''
    // Each connection of a proxy has its own holder: one client of it must not use up the share of the others.
    const holder = options.isProxy?.(remote) ? `proxy ${remote}:${socket.remotePort}` : addressKey(remote)
    if (!shares.take(holder, 1)) return void socket.destroy()
    connections.all.add(socket)
    connections.silent.add(socket)
    socket.on('close', closed)
    socket.on('close', () => shares.give(holder, 1))
    socket.on('error', ignore)
    socket.on('timeout', socket.destroy)
    // The HTTP server's sockets are half-open: without this, a client that closes before its first byte keeps a handle.
    socket.on('end', socket.destroy)
    socket.setTimeout(bounds.firstByteMs)
    socket.once('data', firstBytes)
  })
  return connections
}

/** A response with the header `Via`. A head that is written as a list of names and values has the header already. */
class ProxyResponse extends http.ServerResponse {
  override writeHead(...given: [number, ...unknown[]]): this {
    if (!given.some(Array.isArray)) this.setHeader('Via', VIA)
    return super.writeHead(...(given as Parameters<http.ServerResponse['writeHead']>))
  }
}

/** Adds `Via` also to the responses that the HTTP server sends by itself to what it cannot read. */
function answerAsProxy(server: http.Server): void {
  const responses = new WeakMap<Duplex, http.ServerResponse>()
  server.on('request', (request, response) => {
    responses.set(request.socket, response)
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const response = responses.get(socket)
    const begun = response?.headersSent && !response.writableFinished
    if (error.code === 'ECONNRESET' || !socket.writable || begun) return void socket.destroy()
    endWithResponse(socket, CLIENT_ERROR_STATUS[error.code ?? ''] ?? 400)
  })
}

const CLIENT_ERROR_STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
}

/**
 * Returns the connections that the file handles of this process allow, besides those for files and the store. On
 * systems without that limit, only the limit of the port applies.
 */
function connectionsOfHandles(): number {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
    return soft === undefined ? CONNECTIONS_MAX : Math.max(Math.min(Number(soft) - HANDLES_KEPT, CONNECTIONS_MAX), 16)
  } catch {
    return CONNECTIONS_MAX
  }
}

/** Handles for files, the store, and requests to applications. */
const HANDLES_KEPT = 256

/** Ignores a reset before the first byte; `close` follows. */
function ignore(): void {}

/** Decrypts and hands on; it does not listen. Made at the first TLS connection, since most starts see none. */
function tlsServerFor(
  { cert, key }: TlsCredentials,
  bounds: PortBounds,
  { accept, handshakeFailed }: { accept: (socket: Socket) => void } & Pick<PortOptions, 'handshakeFailed'>,
): tls.Server {
  const server = tls.createServer({
    cert,
    key,
    ALPNProtocols: ['http/1.1'],
    handshakeTimeout: bounds.handshakeMs,
    minVersion: TLS_MIN,
  })
  server.on('secureConnection', accept)
  server.on('tlsClientError', (error, socket) => {
    handshakeFailed?.(error)
    socket.destroy()
  })
  return server
}

/**
 * Connections that wait to be accepted, if the system allows as many. After a restart all clients connect at once, and
 * one beyond the default of 511 waits a second for its next attempt.
 */
const BACKLOG = 4_096

function listen(server: http.Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) => reject(portError(error, host, port))
    server.once('error', failed)
    server.listen({ host, port, backlog: BACKLOG }, () => {
      server.off('error', failed)
      resolve()
    })
  })
}

function portError(cause: NodeJS.ErrnoException, host: string, port: number): PortError {
  const code = cause.code ?? 'UNKNOWN'
  const details = { code, host, port, cause }
  if (code === 'EADDRINUSE') {
    const next = port < 65_535 ? port + 1 : port - 1
    return new PortInUseError(
      `Port ${port} on ${host} is taken by another program, perhaps another Guildhall. ` +
        `Stop that one, or choose a port: --port ${next}, or --port 0 for a free one.`,
      details,
    )
  }
  if (code === 'EACCES') {
    return new PortError(
      `Port ${port} on ${host} needs rights that this user lacks. Ports from 1024 on do not: --port 7700.`,
      details,
    )
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return new PortError(
      `${host} is no address of this machine. --host 127.0.0.1 serves this machine, 0.0.0.0 all of its networks.`,
      details,
    )
  }
  return new PortError(`Cannot listen on ${host}, port ${port}: ${cause.message}`, details)
}

async function close(server: http.Server, connections: Connections, graceMs: number): Promise<void> {
  // The connection of a current request ends with its response.
  server.keepAliveTimeout = 1
  server.keepAliveTimeoutBuffer = 0
  const ended = new Promise<void>((resolve) => server.close(() => resolve()))
  for (const socket of connections.silent) socket.destroy()
  const cut = setTimeout(() => {
    for (const socket of connections.all) socket.destroy()
  }, graceMs)
  await ended
  clearTimeout(cut)
}
