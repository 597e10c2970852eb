import type { Socket } from 'node:net'
import { Shares } from '../../../kernel/shares.ts'
import type { PacketStream, UdpAddress } from './addresses.ts'

/** Bytes of the length before each packet (RFC 4571). */
const LENGTH_BYTES = 2
/** Larger than any packet that the media server takes. */
const PACKET_BYTES_MAX = 2_048
/** Bytes that may wait for a slow client: half a second of video. More would be heard as delay. */
const WAITING_BYTES_MAX = 128 * 1024
/** Packets of a connection before its first signed check. */
const UNPROVEN_PACKETS_MAX = 20
/** Connections without a signed check, of one IP address and in all. */
const UNPROVEN_LIMITS = { perHolder: 64, total: 2_000 }
/** Interval in which connections without a participant are closed. */
const CHECK_MS = 10_000
/** A browser checks its connection every few seconds. */
const SILENCE_MAX_MS = 60_000
const MAPPED_IPV4 = '::ffff:'

export interface TcpPathsParts {
  receive: (packet: Buffer, from: UdpAddress) => void
  /** Whether a signed check has named an address. */
  isKnown: (address: UdpAddress) => boolean
  /** Called when the connection of an address has ended. */
  closed: (address: UdpAddress) => void
  /** Called for a packet that a client is too slow for. */
  tooSlow: () => void
}

/** TCP connections that carry packets of browsers, for networks without UDP (RFC 6544). */
export class TcpPaths {
  readonly #parts: TcpPathsParts
  readonly #unproven = new Shares(UNPROVEN_LIMITS)
  readonly #sockets = new Set<Socket>()

  constructor(parts: TcpPathsParts) {
    this.#parts = parts
  }

  /** Takes a connection. It stays open as long as its address is a participant's. */
  take(socket: Socket): void {
    const ip = ipOf(socket.remoteAddress)
    if (ip === undefined || !this.#unproven.take(ip, 1)) return void socket.destroy()
    const stream: PacketStream = { send: (packet) => this.#send(socket, packet) }
    const from: UdpAddress = { ip, port: socket.remotePort ?? 0, stream }
    let proven = false
    let packets = 0
    const prove = () => {
      if (!proven) this.#unproven.give(ip, 1)
      proven = true
    }
    const received = (packet: Buffer) => {
      this.#parts.receive(packet, from)
      if (proven) return
      packets += 1
      if (this.#parts.isKnown(from)) prove()
      else if (packets >= UNPROVEN_PACKETS_MAX) socket.destroy()
    }
    const check = setInterval(() => this.#parts.isKnown(from) || socket.destroy(), CHECK_MS)
    check.unref()
    this.#sockets.add(socket)
    socket.setNoDelay(true)
    socket.setTimeout(SILENCE_MAX_MS, () => socket.destroy())
    // 'close' follows.
    socket.on('error', () => socket.destroy())
    socket.on('end', () => socket.destroy())
    socket.on('close', () => {
      clearInterval(check)
      prove()
      this.#sockets.delete(socket)
      this.#parts.closed(from)
    })
    readPackets(socket, received)
  }

  #send(socket: Socket, packet: Buffer): void {
    if (!socket.writable) return
    if (socket.writableLength > WAITING_BYTES_MAX) return this.#parts.tooSlow()
    const framed = Buffer.allocUnsafe(LENGTH_BYTES + packet.length)
    framed.writeUInt16BE(packet.length, 0)
    framed.set(packet, LENGTH_BYTES)
    socket.write(framed)
  }

  /** Closes all connections. */
  close(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}

/** Calls a function with each packet of a connection. One with a longer packet is closed. */
function readPackets(socket: Socket, received: (packet: Buffer) => void): void {
  let rest: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    let at = 0
    while (at + LENGTH_BYTES <= bytes.length && !socket.destroyed) {
      const length = bytes.readUInt16BE(at)
      if (length > PACKET_BYTES_MAX) return void socket.destroy()
      const end = at + LENGTH_BYTES + length
      if (end > bytes.length) break
      received(bytes.subarray(at + LENGTH_BYTES, end))
      at = end
    }
    rest = bytes.subarray(at)
  })
  socket.resume()
}

function ipOf(address: string | undefined): string | undefined {
  return address?.startsWith(MAPPED_IPV4) ? address.slice(MAPPED_IPV4.length) : address
}
