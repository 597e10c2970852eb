import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError } from '@guildhall/protocol'
import type { IdentifyCounts } from '../../kernel/platform.ts'
import { type ShareLimits, Shares } from '../../kernel/shares.ts'
import { endWithResponse } from '../raw-response.ts'
import { Client } from './client.ts'
import { ZLIB_STREAM, ZstdStream } from './compression.ts'
import { type Connection, type ConnectionEvents, PLAIN, WebSockets } from './connection.ts'
import { ENCODINGS } from './encoding.ts'
import { Gateway, type GatewayParts } from './gateway.ts'

/** Room for what is too long by the protocol, so that it is answered with the protocol's own close code. */
const MESSAGE_BYTES_MAX = 64 * 1024
/** Connections that have not identified or resumed yet: of one address, and of all. */
const UNIDENTIFIED_LIMITS: ShareLimits = { perHolder: 1_000, total: 10_000 }
const UNLIMITED: ShareLimits = { perHolder: Number.POSITIVE_INFINITY, total: Number.POSITIVE_INFINITY }

export interface GatewayDoorParts extends GatewayParts {
  /** The address that limits count a request by. */
  addressOf: (request: IncomingMessage) => string
  /** Limits of connections that have not identified, where they are not the usual ones. */
  unidentified?: ShareLimits | undefined
}

export interface GatewayTransport {
  /** Takes an HTTP upgrade of `/gateway`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  readonly sessions: IdentifyCounts
  /** Restores the sessions of the former process. The addresses must be set, and no client served yet. */
  restoreSessions(): Promise<void>
  /** Tells every session to reconnect and closes. */
  close(): Promise<void>
  /** When nothing changes any more: sessions wait in the store for the next process. */
  keepSessions(): Promise<void>
}

/** The gateway: sockets in, committed events out. [SVC-2] */
export function gatewayTransport(parts: GatewayDoorParts): GatewayTransport {
  const gateway = new Gateway(parts)
  const sockets = new WebSockets({ messageBytesMax: MESSAGE_BYTES_MAX })
  const clients = new Set<Client>()
  const unidentified = new Shares(parts.unidentified ?? (parts.rateLimits === 'off' ? UNLIMITED : UNIDENTIFIED_LIMITS))

  function connected(plain: Connection, query: URLSearchParams, identified: () => void): ConnectionEvents {
    const compress = query.get('compress')
    const client = new Client(gateway, compress === 'zstd-stream' ? new ZstdStream(plain) : plain, {
      encoding: ENCODINGS.get(query.get('encoding') ?? 'json'),
      version: Number(query.get('v') ?? '10'),
      compressed: compress === 'zlib-stream' || compress === 'zstd-stream',
      identified,
    })
    return eventsOf(client)
  }

  /** Apart from what the connection began with, none of which is to be kept. */
  function eventsOf(client: Client): ConnectionEvents {
    clients.add(client)
    return {
      message: (data) => client.received(data),
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
    const identified = () => {
      if (counted) unidentified.give(address, 1)
      counted = false
    }
    // Also where the handshake fails.
    socket.once('close', identified)
    sockets.accept(request, socket, head, form, (plain) => connected(plain, query, identified))
  }

  function refuse(socket: Duplex): void {
    const error = new ApiError('OVERLOADED')
    const headers = { 'Content-Type': 'application/json', 'Retry-After': '5' }
    endWithResponse(socket, error.status, { headers, body: JSON.stringify(error) })
  }

  return {
    upgrade,
    sessions: gateway.starts,
    restoreSessions: () => gateway.restoreSessions(),
    keepSessions: () => gateway.keepSessions(),
    async close() {
      gateway.closing = true
      for (const client of clients) client.reconnect()
      sockets.close()
    },
  }
}
