/** A network between pages and a voice server, which loses datagrams or is closed. */
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket as TcpSocket } from 'node:net'

const HOST = '127.0.0.1'

/** Passes datagrams of each client on by another socket, so that the server tells clients apart. */
export class UdpNetwork {
  /** Part of the datagrams that is lost, each way. */
  loss = 0
  closed = false
  /** Datagrams that passed. */
  passed = 0
  readonly #front: Socket
  readonly #backs = new Map<number, Socket>()
  readonly #target: number
  #draws = 1

  private constructor(front: Socket, target: number) {
    this.#front = front
    this.#target = target
    front.on('message', (datagram, { port }) => this.#pass(() => this.#back(port).send(datagram, this.#target, HOST)))
  }

  static async open(target: number): Promise<UdpNetwork> {
    const front = createSocket('udp4').bind(0, HOST)
    await once(front, 'listening')
    return new UdpNetwork(front, target)
  }

  get port(): number {
    return this.#front.address().port
  }

  #back(client: number): Socket {
    let back = this.#backs.get(client)
    if (!back) {
      back = createSocket('udp4')
      back.on('message', (datagram) => this.#pass(() => this.#front.send(datagram, client, HOST)))
      // The server may be away.
      back.on('error', () => undefined)
      this.#backs.set(client, back)
    }
    return back
  }

  #pass(send: () => void): void {
    this.#draws = (this.#draws * 48_271) % 2_147_483_647
    if (this.closed || this.#draws % 1_000 < this.loss * 1_000) return
    this.passed += 1
    send()
  }

  end(): void {
    for (const socket of [this.#front, ...this.#backs.values()]) socket.close()
  }
}

/** Passes TCP connections on. */
export class TcpNetwork {
  target = 0
  readonly #server: Server
  readonly #sockets = new Set<TcpSocket>()
  #closed = false

  private constructor(server: Server) {
    this.#server = server
    server.on('connection', (client) => this.#pass(client))
  }

  static async open(): Promise<TcpNetwork> {
    const server = createServer().listen(0, HOST)
    await once(server, 'listening')
    return new TcpNetwork(server)
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port
  }

  /** Connections that are open now. */
  get connections(): number {
    return this.#sockets.size / 2
  }

  set closed(closed: boolean) {
    this.#closed = closed
    if (closed) for (const socket of this.#sockets) socket.destroy()
  }

  #pass(client: TcpSocket): void {
    client.on('error', () => undefined)
    if (this.#closed) return void client.destroy()
    const server = connect(this.target, HOST)
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        this.#sockets.delete(socket)
        other.destroy()
      })
      socket.pipe(other)
    }
  }

  end(): void {
    this.closed = true
    this.#server.close()
  }
}
