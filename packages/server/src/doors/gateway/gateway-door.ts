import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { SessionCounts } from '../../kernel/platform.ts'
import { Client } from './client.ts'
import { ZLIB_STREAM, ZstdStream } from './compression.ts'
import { ENCODINGS } from './encoding.ts'
import { Gateway, type GatewayParts } from './gateway.ts'
import { type Connection, type ConnectionEvents, PLAIN, WebSockets } from './transport.ts'

/** Room for what is too long by the protocol, so that it is answered with the protocol's own close code. */
const MESSAGE_BYTES_MAX = 64 * 1024

export interface GatewayDoor {
  /** Takes an HTTP upgrade of `/gateway`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  readonly sessions: SessionCounts
  /** Restores the sessions of the former process. The addresses must be set, and no client served yet. */
  restoreSessions(): Promise<void>
  /** Tells every session to reconnect and closes. */
  close(): Promise<void>
  /** When nothing changes any more: sessions wait in the store for the next process. */
  keepSessions(): Promise<void>
}

/** The gateway: sockets in, committed events out. [SVC-2] */
export function gatewayDoor(parts: GatewayParts): GatewayDoor {
  const gateway = new Gateway(parts)
  const sockets = new WebSockets({ messageBytesMax: MESSAGE_BYTES_MAX })
  const clients = new Set<Client>()

  function connected(plain: Connection, query: URLSearchParams): ConnectionEvents {
    const compress = query.get('compress')
    const client = new Client(gateway, compress === 'zstd-stream' ? new ZstdStream(plain) : plain, {
      encoding: ENCODINGS.get(query.get('encoding') ?? 'json'),
      version: Number(query.get('v') ?? '10'),
      compressed: compress === 'zlib-stream' || compress === 'zstd-stream',
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
    sockets.accept(request, socket, head, form, (plain) => connected(plain, query))
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
