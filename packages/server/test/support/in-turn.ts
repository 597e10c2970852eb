import { once } from 'node:events'
import { createServer, request as send } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** A proxy in front of several nodes. */
export interface InTurn {
  readonly url: string
  /** Sends requests and connections to these nodes from now on. */
  follow(urls: readonly string[]): void
  /** Cuts all WebSocket connections, as a lost network does. */
  cut(): void
  close(): Promise<void>
}

/** Starts a proxy that sends each request, and each WebSocket connection, to the next node. */
export async function startInTurn(): Promise<InTurn> {
  let nodes: readonly URL[] = []
  let count = 0
  const sockets = new Set<Socket>()
  const upgraded = new Set<Socket>()
  const next = () => {
    count += 1
    const node = nodes[count % nodes.length]
    if (!node) throw new Error('the proxy has no nodes yet')
    return node
  }
  const hold = (socket: Socket) => {
    sockets.add(socket)
    return socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
  }
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    const { hostname, port } = next()
    const { method, url: path, rawHeaders: headers } = request
    // Another connection for each request: the node sees the end of a request that the client gave up.
    const passed = send({ hostname, port, method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.statusMessage, passedOn(answer.rawHeaders))
      // The first bytes of a stream may come much later.
      response.flushHeaders()
      answer.pipe(response)
      answer.once('error', () => response.destroy())
    })
    passed.once('information', ({ statusCode }) => statusCode === 100 && response.writeContinue())
    passed.once('error', () => response.destroy())
    response.once('close', () => passed.destroy())
    request.pipe(passed)
  })
  server.on('checkContinue', (request, response) => server.emit('request', request, response))
  server.on('connection', hold)
  server.on('upgrade', ({ method, url, httpVersion, rawHeaders }, client: Socket, head: Buffer) => {
    const { hostname, port } = next()
    const node = hold(connect(Number(port), hostname))
    upgraded.add(client)
    const lines = Array.from(
      { length: rawHeaders.length / 2 },
      (_, at) => `${rawHeaders[2 * at]}: ${rawHeaders[2 * at + 1]}`,
    )
    node.write(`${method} ${url} HTTP/${httpVersion}\r\n${lines.join('\r\n')}\r\n\r\n`)
    node.write(head)
    client.setNoDelay(true)
    node.setNoDelay(true)
    client.pipe(node).pipe(client)
    client.once('close', () => {
      upgraded.delete(client)
      node.destroy()
    })
    node.once('close', () => client.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    follow(urls) {
      nodes = urls.map((url) => new URL(url))
    },
    cut() {
      for (const client of upgraded) client.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Headers of one connection, here of that between proxy and node. */
const OF_CONNECTION = /^(?:connection|keep-alive)$/i

/** Returns the headers of a response without those of its connection: that of the client may go on. */
function passedOn(rawHeaders: readonly string[]): string[] {
  return rawHeaders.filter((_, at) => !OF_CONNECTION.test(rawHeaders[at - (at % 2)] ?? ''))
}
