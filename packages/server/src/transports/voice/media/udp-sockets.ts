import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import type { UdpAddress } from './addresses.ts'
import { candidatesOf } from './candidates.ts'

/** Holds a burst of some thousand packets while the event loop is busy. The kernel may give less. */
const SOCKET_BUFFER_BYTES = 4 * 1024 * 1024
const ANY_ADDRESS = '0.0.0.0'
/** Errors of a machine without IPv6. */
const NO_IPV6: ReadonlySet<string | undefined> = new Set(['EAFNOSUPPORT', 'EADDRNOTAVAIL', 'EINVAL'])

/** Local addresses of the sockets; port 0 takes a free one. */
export interface UdpSocketOptions {
  host: string
  port: number
  /** Address of the socket for browsers with IPv6, on the same port. Null for none. */
  host6?: string | null
}

/** The UDP port of the media server: a socket for IPv4, which all clients use, and one for browsers with IPv6. */
export class UdpSockets {
  readonly #socket: Socket
  readonly #socket6: Socket | undefined
  #closed = false

  private constructor(socket: Socket, socket6: Socket | undefined) {
    this.#socket = socket
    this.#socket6 = socket6
    // A packet that could not be sent is lost, as on the network.
    for (const one of this.#all) one.on('error', () => {})
  }

  /** Binds the sockets. Rejects if the port cannot be bound, except for a machine without IPv6. */
  static async open({ host, port, host6 = null }: UdpSocketOptions): Promise<UdpSockets> {
    const socket = await bind(host, port)
    if (host6 === null) return new UdpSockets(socket, undefined)
    try {
      return new UdpSockets(socket, await bind(host6, socket.address().port))
    } catch (error) {
      if (NO_IPV6.has((error as NodeJS.ErrnoException).code)) return new UdpSockets(socket, undefined)
      socket.close()
      throw error
    }
  }

  get #all(): Socket[] {
    return this.#socket6 ? [this.#socket, this.#socket6] : [this.#socket]
  }

  /** Address at which clients on this machine reach the socket for IPv4. */
  get local(): UdpAddress {
    const { address, port } = this.#socket.address()
    return { ip: address === ANY_ADDRESS ? '127.0.0.1' : address, port }
  }

  /** Returns the addresses at which browsers reach the sockets. They change while a machine runs. */
  candidates(): UdpAddress[] {
    const all = this.#all.flatMap((socket) => candidatesOf(socket.address()))
    const outside = all.filter(({ ip }) => ip !== '127.0.0.1' && ip !== '::1')
    return outside.length > 0 ? outside : all
  }

  receive(received: (packet: Buffer, from: UdpAddress) => void): void {
    for (const socket of this.#all)
      socket.on('message', (packet, { address, port }) => received(packet, { ip: address, port }))
  }

  /** Sends a packet; nothing after `close`, since packets may be late. */
  send(packet: Buffer, { ip, port }: UdpAddress): void {
    if (this.#closed) return
    const socket = ip.includes(':') ? this.#socket6 : this.#socket
    socket?.send(packet, port, ip)
  }

  async close(): Promise<void> {
    this.#closed = true
    // An error of a packet must not end the wait, as it would with `once` of node:events.
    await Promise.all(this.#all.map((socket) => new Promise<void>((resolve) => socket.close(() => resolve()))))
  }
}

async function bind(host: string, port: number): Promise<Socket> {
  const isV6 = isIPv6(host)
  const socket = createSocket({
    type: isV6 ? 'udp6' : 'udp4',
    ipv6Only: isV6,
    recvBufferSize: SOCKET_BUFFER_BYTES,
    sendBufferSize: SOCKET_BUFFER_BYTES,
    // Destinations are numeric. Node would look each of them up, and send a tick later.
    lookup: (address, _options, done) => done(null, address, isIPv6(address) ? 6 : 4),
  })
  // Without a lookup the port is bound at once.
  const listening = once(socket, 'listening')
  socket.bind(port, host)
  await listening
  return socket
}
