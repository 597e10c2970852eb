import { randomInt } from 'node:crypto'
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { frameOf, type MediaFrame } from './dave-frame.ts'
import { type DropReason, noDrops } from './drop-counts.ts'
import type { FrameKinds } from './frame-kinds.ts'
import type { MediaEvents, MediaServer, MediaSession, UdpAddress } from './media-server.ts'
import {
  discoveredSsrc,
  discoveryResponse,
  headerLength,
  kindOf,
  mediaOf,
  PacketKind,
  pong,
  ssrcOf,
} from './packets.ts'
import { isSame, Participant } from './participant.ts'
import { TransportCipher } from './transport-cipher.ts'

/** Holds a burst of some thousand packets while the event loop is busy. The kernel may give less. */
const SOCKET_BUFFER_BYTES = 4 * 1024 * 1024
const SSRC_END = 2 ** 32
const ANY_ADDRESS = '0.0.0.0'
const MAPPED_IPV4 = '::ffff:'

export interface UdpMediaOptions {
  /** Local address; port 0 takes a free one. */
  host: string
  port: number
  /** Address that clients receive, if it differs. */
  announce: { host: string; port: number } | null
  /** Monotonic time in ms, for the limits of packets. */
  now?: () => number
}

/** Opens a media server on one UDP port, which serves all calls. Rejects if the port cannot be bound. */
export async function openUdpMediaServer(options: UdpMediaOptions): Promise<MediaServer> {
  const { host, port, announce, now = () => performance.now() } = options
  const socket = createSocket({
    type: isIPv6(host) ? 'udp6' : 'udp4',
    recvBufferSize: SOCKET_BUFFER_BYTES,
    sendBufferSize: SOCKET_BUFFER_BYTES,
    // Destinations are numeric. Node would look each of them up, and send a tick later.
    lookup: (address, _options, done) => done(null, address, isIPv6(address) ? 6 : 4),
  })
  // Without a lookup the port is bound at once.
  const listening = once(socket, 'listening')
  socket.bind(port, host)
  await listening
  const local = socket.address()
  // Clients on this machine reach a socket of all addresses by this one.
  const ip = local.address === ANY_ADDRESS ? '127.0.0.1' : local.address
  const server = announce ? { ip: announce.host, port: announce.port } : { ip, port: local.port }
  return new UdpMediaServer(socket, server, now)
}

/** Takes and forwards media packets of all calls on one socket, in one thread. */
class UdpMediaServer implements MediaServer {
  readonly server: UdpAddress
  readonly #socket: Socket
  readonly #now: () => number
  readonly #bySsrc = new Map<number, Participant>()
  readonly #byAddress = new Map<string, Participant>()
  readonly #calls = new Map<string, Set<Participant>>()
  readonly #dropped = noDrops()
  #forwarded = 0

  constructor(socket: Socket, server: UdpAddress, now: () => number) {
    this.#socket = socket
    this.#now = now
    this.server = server
    socket.on('message', (packet, from) => this.#receive(packet, from))
    // A packet that could not be sent is lost, as on the network.
    socket.on('error', () => {})
  }

  open(call: string, events: MediaEvents = {}): MediaSession {
    const participants = this.#calls.get(call) ?? new Set()
    this.#calls.set(call, participants)
    const ssrc = this.#freeSsrc()
    const participant: Participant = new Participant(ssrc, this.server, participants, events, () => {
      if (!participants.delete(participant)) return
      this.#bySsrc.delete(ssrc)
      for (const address of participant.addresses) this.#forget(participant, address)
      if (participants.size === 0 && this.#calls.get(call) === participants) this.#calls.delete(call)
    })
    participants.add(participant)
    this.#bySsrc.set(ssrc, participant)
    return participant
  }

  counts(): { forwarded: number; dropped: Readonly<Record<DropReason, number>> } {
    return { forwarded: this.#forwarded, dropped: { ...this.#dropped } }
  }

  async stop(): Promise<void> {
    // An error of a packet must not end the wait, as it would with `once` of node:events.
    await new Promise<void>((resolve) => this.#socket.close(() => resolve()))
  }

  #receive(packet: Buffer, { address, port }: RemoteInfo): void {
    const from = { ip: address.startsWith(MAPPED_IPV4) ? address.slice(MAPPED_IPV4.length) : address, port }
    switch (kindOf(packet)) {
      case PacketKind.RTP:
        return this.#receiveMedia(packet, from)
      case PacketKind.DISCOVERY:
        return this.#discover(packet, from)
      case PacketKind.KEEP_ALIVE:
        return this.#respond(from, () => packet)
      case PacketKind.PING:
        return this.#respond(from, () => pong(packet))
      case PacketKind.RTCP:
        return this.#drop('RTCP')
      default:
        return this.#drop('not a known packet')
    }
  }

  #discover(packet: Buffer, from: UdpAddress): void {
    const ssrc = discoveredSsrc(packet)
    const participant = this.#bySsrc.get(ssrc)
    if (!participant) return this.#drop('unknown SSRC')
    if (!participant.responses.take(this.#now())) return this.#drop('too many packets')
    this.#remember(participant, from)
    // Later requests do not redirect media: anyone may send them who knows the SSRC.
    if (participant.cipher) participant.remote ??= from
    this.#send(discoveryResponse(ssrc, from.ip, from.port), from)
  }

  #respond(from: UdpAddress, response: () => Buffer): void {
    const participant = this.#byAddress.get(keyOf(from))
    if (!participant) return this.#drop('unknown address')
    if (!participant.responses.take(this.#now())) return this.#drop('too many packets')
    this.#send(response(), from)
  }

  #receiveMedia(packet: Buffer, from: UdpAddress): void {
    const sender = this.#bySsrc.get(ssrcOf(packet))
    if (!sender) return this.#drop('unknown SSRC')
    if (!sender.cipher) return this.#drop('no mode selected')
    const now = this.#now()
    const known = sender.remote !== undefined && isSame(sender.remote, from)
    if (!(known ? sender.packets : sender.strangers).take(now)) return this.#drop('too many packets')
    const counter = TransportCipher.counterOf(packet)
    if (!sender.window.isFresh(counter)) return this.#drop('replayed')
    const length = headerLength(packet)
    const body = sender.cipher.open(packet, length)
    if (!body) return this.#drop('wrong tag')
    const newest = sender.window.use(counter)
    if (!known && newest) this.#redirect(sender, from)
    const header = packet.subarray(0, length)
    const media = mediaOf(header, body)
    if (!media) return this.#drop('malformed')
    const frame = frameOf(media)
    const { send } = sender.rules
    if (!send) return this.#drop('not permitted to send')
    if (!passes(frame, send)) {
      return this.#drop(frame === 'plain' ? 'plain frame in an encrypted call' : 'encrypted frame in a plain call')
    }
    if (frame !== 'silence') sender.spoke(now)
    for (const receiver of sender.call) if (receiver !== sender) this.#forward(receiver, frame, header, body)
  }

  #forward({ rules, cipher, remote, events }: Participant, frame: MediaFrame, header: Buffer, body: Buffer): void {
    if (!cipher || !remote || !rules.receive || !passes(frame, rules.receive)) {
      return this.#drop('not permitted to receive')
    }
    const packet = cipher.seal(header, body)
    if (!packet) {
      this.#drop('key used up')
      return events.keyUsedUp?.()
    }
    this.#forwarded += 1
    this.#send(packet, remote)
  }

  /** Sends media to the address that a participant's authenticated packets come from now. */
  #redirect(sender: Participant, from: UdpAddress): void {
    sender.remote = from
    this.#remember(sender, from)
    sender.events.addressChanged?.(from)
  }

  #remember(participant: Participant, address: UdpAddress): void {
    if (participant.addresses.some((known) => isSame(known, address))) return
    const forgotten = participant.remember(address)
    if (forgotten) this.#forget(participant, forgotten)
    this.#byAddress.set(keyOf(address), participant)
  }

  #forget(participant: Participant, address: UdpAddress): void {
    if (this.#byAddress.get(keyOf(address)) === participant) this.#byAddress.delete(keyOf(address))
  }

  #send(packet: Buffer, { ip, port }: UdpAddress): void {
    this.#socket.send(packet, port, ip)
  }

  #drop(reason: DropReason): void {
    this.#dropped[reason] += 1
  }

  #freeSsrc(): number {
    for (;;) {
      const ssrc = randomInt(1, SSRC_END)
      if (!this.#bySsrc.has(ssrc)) return ssrc
    }
  }
}

function passes(frame: MediaFrame, kinds: FrameKinds): boolean {
  return frame === 'silence' || (frame === 'plain' ? kinds.plain : kinds.encrypted)
}

function keyOf({ ip, port }: UdpAddress): string {
  return `${ip}:${port}`
}
