import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { SessionCounts } from '../../kernel/platform.ts'
import { Client } from './client.ts'
import { StreamCompression } from './compression.ts'
import { ENCODINGS } from './encoding.ts'
import { Gateway, type GatewayParts } from './gateway.ts'
import { webSocketTransport } from './transport.ts'

/** Room for what is too long by the protocol, so that it is answered with the protocol's own close code. */
const MESSAGE_BYTES_MAX = 64 * 1024

export interface GatewayDoor {
  /** Takes an HTTP upgrade of `/gateway`. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  readonly sessions: SessionCounts
  /** Tells every session to reconnect and closes. */
  close(): Promise<void>
}

/** The gateway: sockets in, committed events out. [SVC-2] */
export function gatewayDoor(parts: GatewayParts): GatewayDoor {
  const gateway = new Gateway(parts)
  const transport = webSocketTransport({ messageBytesMax: MESSAGE_BYTES_MAX })
  const clients = new Set<Client>()

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams
    transport.accept(request, socket, head, (plain) => {
      const kind = query.get('compress')
      const stream = kind === 'zlib-stream' || kind === 'zstd-stream' ? new StreamCompression(plain, kind) : null
      const encoding = ENCODINGS[query.get('encoding') ?? 'json']
      const client = new Client(gateway, stream ?? plain, encoding, Number(query.get('v') ?? '10'))
      clients.add(client)
      return {
        message: (data) => client.received(data),
        closed(code) {
          clients.delete(client)
          client.closed(code)
          stream?.release()
        },
      }
    })
  }

  return {
    upgrade,
    sessions: gateway.starts,
    async close() {
      for (const client of clients) client.reconnect()
      transport.close()
    },
  }
}
