import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError } from '@guildhall/protocol'
import type { GatewayControl } from '../../kernel/control.ts'
import type { IdentifyCounts } from '../../kernel/platform.ts'
import type { Players } from '../../kernel/players.ts'
import type { PrivateCalls } from '../../kernel/private-calls.ts'
import { type ShareLimits, Shares } from '../../kernel/shares.ts'
import { endWithResponse } from '../raw-response.ts'
import { Client } from './client.ts'
import { ZLIB_STREAM, ZstdStream } from './compression.ts'
import { type Connection, type ConnectionEvents, PLAIN, WebSockets } from './connection.ts'
import { ENCODINGS } from './encoding.ts'
import { Gateway, type GatewayParts } from './gateway.ts'
import { gatewayControl } from './gateway-control.ts'

/** Above the limit of the protocol, so that a longer message is refused with the documented close code. */
const MESSAGE_BYTES_MAX = 64 * 1024
/** Connections without a session, per address and in total. */
const UNIDENTIFIED_LIMITS: ShareLimits = { perHolder: 1_000, total: 10_000 }
const UNLIMITED: ShareLimits = { perHolder: Number.POSITIVE_INFINITY, total: Number.POSITIVE_INFINITY }

export interface GatewayTransportParts extends GatewayParts {
  /** Returns the address that limits count a request for. */
  addressOf: (request: IncomingMessage) => string
  /** Replaces the limits of connections without a session. */
  unidentified?: ShareLimits | undefined
}

export interface GatewayTransport {
  /** Accepts an HTTP upgrade of `/gateway`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  readonly identifyCounts: IdentifyCounts
  readonly players: Players
  readonly calls: PrivateCalls
  readonly control: GatewayControl
  /** Restores the sessions of the former process. The addresses must be known, and no client may be served yet. */
  restoreSessions(): Promise<void>
  /** Tells every client to reconnect and accepts no more connections. */
  close(): Promise<void>
  /** Writes sessions to the store for the next process. Called when no event follows. */
  keepSessions(): Promise<void>
}

/** Starts the gateway, which accepts WebSockets and sends committed events. [SVC-2] */
export function gatewayTransport(parts: GatewayTransportParts): GatewayTransport {
  const gateway = new Gateway(parts)
  const { authenticator, clock, wallClock, log, tape } = parts
  const clientParts = { gateway, authenticator, clock, wallClock, log, tape }
  const sockets = new WebSockets({ messageBytesMax: MESSAGE_BYTES_MAX })
  const clients = new Set<Client>()
  const unidentified = new Shares(parts.unidentified ?? (parts.rateLimits === 'off' ? UNLIMITED : UNIDENTIFIED_LIMITS))

  function connected(plain: Connection, query: URLSearchParams, onIdentified: () => void): ConnectionEvents {
    const compress = query.get('compress')
    const client = new Client(clientParts, compress === 'zstd-stream' ? new ZstdStream(plain) : plain, {
      encoding: ENCODINGS.get(query.get('encoding') ?? 'json'),
      version: Number(query.get('v') ?? '10'),
      compressed: compress === 'zlib-stream' || compress === 'zstd-stream',
      onIdentified,
    })
    return eventsOf(client)
  }

  /** Separate from the caller, so that its closures do not keep the upgrade request in memory. */
  function eventsOf(client: Client): ConnectionEvents {
    clients.add(client)
    return {
      message: (data) => client.receive(data),
      closed(code) {
        clients.delete(client)
        client.closed(code)
      },
    }
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams
    const form = query.get('compress') === 'zlib-stream' ? ZLIB_STREAM : PLAIN
    const address = parts.addressOf(request)
    if (!unidentified.take(address, 1)) return refuse(socket)
    let counted = true
    const release = () => {
      if (counted) unidentified.give(address, 1)
      counted = false
    }
    // Also if the handshake fails.
    socket.once('close', release)
    sockets.accept(request, socket, head, form, (plain) => connected(plain, query, release))
  }

  function refuse(socket: Duplex): void {
    const error = new ApiError('OVERLOADED')
    const headers = { 'Content-Type': 'application/json', 'Retry-After': '5' }
    endWithResponse(socket, error.status, { headers, body: JSON.stringify(error) })
  }

  return {
    upgrade,
    identifyCounts: gateway.identifyLimits,
    players: gateway.players,
    calls: gateway.calls,
    control: gatewayControl({ sessions: gateway.sessions, clients, wallClock }),
    restoreSessions: () => gateway.restoreSessions(),
    keepSessions: () => gateway.keepSessions(),
    async close() {
      gateway.closing = true
      for (const client of clients) client.reconnect()
      sockets.close()
    },
  }
}
