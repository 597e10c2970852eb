import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'
import { CloseCode } from '../rpc/codes.ts'
import { RpcSession } from '../rpc/session.ts'
import { answerHttp, type RpcParts } from './http.ts'
import { scopesOf } from './origins.ts'
import { applicationOf, OWN_PAGES } from './query.ts'

/** Ports that clients try, in order. */
const PORTS = [6463, 6464, 6465, 6466, 6467, 6468, 6469, 6470, 6471, 6472]
const MESSAGE_BYTES_MAX = 1_048_576
/** Bytes that wait for a client that does not read. */
const UNREAD_BYTES_MAX = 8 * MESSAGE_BYTES_MAX
const CONNECTIONS_MAX = 200
const ADDRESS = '127.0.0.1'

/** No port of the ten is free. */
export class NoPortError extends Error {}

export interface RpcWebSocketServer {
  /** Address of the server: `ws://127.0.0.1:PORT`. */
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves RPC over WebSocket and HTTP on the first free port, for this computer only.
 *
 * @throws NoPortError if no port is free
 */
export async function openWebSockets(parts: RpcParts): Promise<RpcWebSocketServer> {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MESSAGE_BYTES_MAX })
  const server = createServer((request, response) => void serveHttp(parts, request, response))
  server.maxConnections = CONNECTIONS_MAX
  server.on('upgrade', (request, socket, head) => {
    if (!isAddressed(request)) return void socket.destroy()
    sockets.handleUpgrade(request, socket, head, (webSocket) => void serve(parts, webSocket, request))
  })
  const port = await listen(server)
  return {
    url: `ws://${ADDRESS}:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets.clients) socket.close(CloseCode.NORMAL)
        // Those that do not answer the CLOSE would hold the port.
        setTimeout(() => server.closeAllConnections(), 200)
        setTimeout(() => {
          for (const socket of sockets.clients) socket.terminate()
        }, 200)
      }),
  }
}

async function listen(server: Server): Promise<number> {
  for (const port of PORTS) {
    if (await bind(server, port)) return (server.address() as AddressInfo).port
  }
  throw new NoPortError(`No port from ${PORTS.at(0)} to ${PORTS.at(-1)} is free.`)
}

/** Returns false if the port is in use. */
function bind(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' || error.code === 'EACCES' ? resolve(false) : reject(error)
    server.once('error', failed)
    server.listen(port, ADDRESS, () => {
      server.off('error', failed)
      resolve(true)
    })
  })
}

/** Rejects names that lead here by a foreign DNS server: pages of another site could pass as this computer. */
function isAddressed({ headers }: IncomingMessage): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/i.test(headers.host ?? '')
}

const urlOf = (request: IncomingMessage) => new URL(request.url ?? '/', `http://${ADDRESS}`)

async function serve(parts: RpcParts, socket: WebSocket, request: IncomingMessage): Promise<void> {
  // `close` follows each error.
  socket.on('error', () => {})
  let session: RpcSession | null = null
  socket.on('message', (data, isBinary) => {
    const message = isBinary ? undefined : parsed(String(data))
    if (!session || message === undefined) return socket.close(CloseCode.UNSUPPORTED, 'Invalid message')
    void session.receive(message)
  })
  const ended = new AbortController()
  socket.on('close', () => {
    ended.abort()
    session?.end()
  })
  const { headers } = request
  const { host, tables, server, find, admit } = parts
  const application = await applicationOf({ query: urlOf(request).searchParams, headers, server, find })
  if ('code' in application) return socket.close(application.code, application.message)
  // A refused page must not use up the connections of an application.
  if (application.id !== OWN_PAGES.id) await admit(application.id, ended.signal).catch(() => null)
  if (socket.readyState !== socket.OPEN) return
  session = new RpcSession({
    application,
    host,
    tables,
    transport: {
      scopes: scopesOf(headers.origin, server),
      send(message) {
        if (socket.bufferedAmount > UNREAD_BYTES_MAX) socket.terminate()
        else socket.send(JSON.stringify(message))
      },
      close: (code, message) => socket.close(code, message.slice(0, 100)),
    },
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function serveHttp(parts: RpcParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = urlOf(request)
  // Clients find the port by this response.
  if (!isAddressed(request) || url.pathname !== '/rpc') return void response.writeHead(404).end()
  try {
    await answerHttp(parts, request, response, url.searchParams)
  } catch {
    if (!response.headersSent) response.writeHead(500)
    response.end()
  }
}
