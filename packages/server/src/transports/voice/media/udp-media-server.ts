import { randomInt } from 'node:crypto'
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { isIPv6 } from 'node:net'
import { isSame, keyOf, type UdpAddress } from './addresses.ts'
import { candidatesOf } from './candidates.ts'
import { frameOf, type MediaFrame } from './dave-frame.ts'
import { type DropReason, noDrops } from './drop-counts.ts'
import type { FrameKinds } from './frame-kinds.ts'
import type { MediaEvents, MediaServer, MediaSession } from './media-server.ts'
import { discoveredSsrc, discoveryResponse, hasWholeHeader, kindOf, PacketKind, pong, ssrcOf } from './packets.ts'
import { Participant } from './participant.ts'
import { RtpPacket } from './rtp-packet.ts'
import type { RtpsizeWay } from './rtpsize-way.ts'
import { WebRtcEndpoint } from './webrtc/endpoint.ts'
import { mediaOfBrowser } from './webrtc/payload.ts'
import { senderReport } from './webrtc/rtcp.ts'
import type { WebRtcWay } from './webrtc/webrtc-way.ts'

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
  const candidates = announce ? [server] : candidatesOf(local)
  return new UdpMediaServer(socket, { server, candidates, now })
}

interface UdpMediaServerParts {
  server: UdpAddress
  /** Addresses that browsers receive. */
  candidates: readonly UdpAddress[]
  now: () => number
}

/** Takes and forwards media packets of all calls on one socket, in one thread. */
class UdpMediaServer implements MediaServer {
  readonly server: UdpAddress
  readonly #socket: Socket
  readonly #now: () => number
  readonly #browsers: WebRtcEndpoint
  readonly #bySsrc = new Map<number, Participant>()
  readonly #byAddress = new Map<string, Participant>()
  readonly #calls = new Map<string, Set<Participant>>()
  readonly #dropped = noDrops()
  #forwarded = 0

  constructor(socket: Socket, { server, candidates, now }: UdpMediaServerParts) {
    this.#socket = socket
    this.#now = now
    this.server = server
    this.#browsers = new WebRtcEndpoint({
      candidates,
      now,
      send: (packet, to) => this.#send(packet, to),
      remember: (participant, address) => this.#remember(participant, address),
      drop: (reason) => this.#drop(reason),
    })
    socket.on('message', (packet, from) => this.#receive(packet, from))
    // A packet that could not be sent is lost, as on the network.
    socket.on('error', () => {})
  }

  open(call: string, events: MediaEvents = {}): MediaSession {
    const participants = this.#calls.get(call) ?? new Set()
    this.#calls.set(call, participants)
    const participant = new Participant({
      ssrc: this.#freeSsrc(),
      server: this.server,
      call: participants,
      events,
      negotiate: (of, offer) => this.#browsers.negotiate(of, offer),
      leftBrowser: (of) => this.#browsers.forget(of),
      closed: (of) => this.#closed(call, of),
    })
    participants.add(participant)
    this.#bySsrc.set(participant.ssrc, participant)
    return participant
  }

  #closed(call: string, participant: Participant): void {
    if (!participant.call.delete(participant)) return
    this.#browsers.forget(participant)
    this.#bySsrc.delete(participant.ssrc)
    for (const address of participant.addresses) this.#forget(participant, address)
    if (participant.call.size === 0 && this.#calls.get(call) === participant.call) this.#calls.delete(call)
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
      case PacketKind.STUN:
        return this.#browsers.check(packet, from)
      case PacketKind.DTLS:
        return this.#handshake(packet, from)
      case PacketKind.RTCP:
        return this.#receiveReport(packet, from)
      default:
        return this.#drop('not a known packet')
    }
  }

  #discover(packet: Buffer, from: UdpAddress): void {
    const ssrc = discoveredSsrc(packet)
    const participant = this.#bySsrc.get(ssrc)
    if (!participant || participant.browser) return this.#drop('unknown SSRC')
    if (!participant.responses.take(this.#now())) return this.#drop('too many packets')
    if (!this.#remember(participant, from)) return this.#drop('unknown address')
    // Later requests do not redirect media: anyone may send them who knows the SSRC.
    if (participant.udp) participant.udp.remote ??= from
    this.#send(discoveryResponse(ssrc, from.ip, from.port), from)
  }

  #respond(from: UdpAddress, response: () => Buffer): void {
    const participant = this.#byAddress.get(keyOf(from))
    if (!participant) return this.#drop('unknown address')
    if (!participant.responses.take(this.#now())) return this.#drop('too many packets')
    this.#send(response(), from)
  }

  #handshake(packet: Buffer, from: UdpAddress): void {
    const participant = this.#byAddress.get(keyOf(from))
    if (!participant) return this.#drop('unknown address')
    this.#browsers.handshake(participant, packet, from)
  }

  /** Takes media. A browser's packets are found by address, since it chooses its SSRC itself. */
  #receiveMedia(packet: Buffer, from: UdpAddress): void {
    const atAddress = this.#browsers.size > 0 ? this.#byAddress.get(keyOf(from)) : undefined
    if (atAddress?.browser) return this.#receiveFromBrowser(atAddress, atAddress.browser, packet)
    const sender = this.#bySsrc.get(ssrcOf(packet))
    if (!sender) return this.#drop('unknown SSRC')
    if (!sender.udp) return this.#drop('no mode selected')
    this.#receiveByUdp(sender, sender.udp, packet, from)
  }

  #receiveByUdp(sender: Participant, way: RtpsizeWay, packet: Buffer, from: UdpAddress): void {
    if (!hasWholeHeader(packet)) return this.#drop('not a known packet')
    const known = way.remote !== undefined && isSame(way.remote, from)
    if (!(known ? sender.packets : sender.strangers).take(this.#now())) return this.#drop('too many packets')
    const opened = way.open(packet)
    if (typeof opened === 'string') return this.#drop(opened)
    if (!known && opened.newest) this.#redirect(sender, way, from)
    const { header, body, media } = opened
    const index = sender.order.take(header.readUInt16BE(2))
    this.#distribute(sender, new RtpPacket({ header, body, media, ssrc: sender.ssrc, fromBrowser: false, index }))
  }

  #receiveFromBrowser(sender: Participant, way: WebRtcWay, packet: Buffer): void {
    if (!sender.packets.take(this.#now())) return this.#drop('too many packets')
    const opened = way.open(packet)
    if (typeof opened === 'string') return this.#drop(opened)
    const { header, payload: body } = opened
    const media = mediaOfBrowser(header, body)
    if (!media) return this.#drop('malformed')
    if ((header.readUInt8(1) & 0x7f) !== way.opus) return this.#drop('wrong payload type')
    const index = sender.order.take(header.readUInt16BE(2))
    if (index === undefined) return this.#drop('sent before')
    this.#distribute(sender, new RtpPacket({ header, body, media, ssrc: sender.ssrc, fromBrowser: true, index }))
  }

  /** Forwards the sender report of a browser to other browsers, which keep sound and picture together by it. */
  #receiveReport(packet: Buffer, from: UdpAddress): void {
    const sender = this.#browsers.size > 0 ? this.#byAddress.get(keyOf(from)) : undefined
    if (!sender?.browser) return this.#drop('RTCP')
    if (!sender.packets.take(this.#now())) return this.#drop('too many packets')
    const compound = sender.browser.openReport(packet)
    const report = compound && senderReport(compound, sender.ssrc)
    if (!report || !sender.rules.send) return this.#drop('RTCP')
    for (const { browser, rules } of sender.call) {
      if (!browser?.remote || browser === sender.browser || !rules.receive) continue
      const sealed = browser.sealReport(report)
      if (sealed) this.#send(sealed, browser.remote)
    }
  }

  /** Forwards a packet to the others in the call, as the rules of both sides allow. */
  #distribute(sender: Participant, packet: RtpPacket): void {
    const frame = frameOf(packet.media)
    const { send } = sender.rules
    if (!send) return this.#drop('not permitted to send')
    if (!passes(frame, send)) {
      return this.#drop(frame === 'plain' ? 'plain frame in an encrypted call' : 'encrypted frame in a plain call')
    }
    if (frame !== 'silence') sender.spoke(this.#now())
    for (const receiver of sender.call) if (receiver !== sender) this.#forward(receiver, frame, packet)
  }

  #forward({ rules, way, events }: Participant, frame: MediaFrame, packet: RtpPacket): void {
    const remote = way?.remote
    if (!remote || !rules.receive || !passes(frame, rules.receive)) return this.#drop('not permitted to receive')
    const sealed = way.seal(packet)
    if (sealed === 'key used up') {
      this.#drop('key used up')
      return events.keyUsedUp?.()
    }
    if (!sealed) return this.#drop('sent before')
    this.#forwarded += 1
    this.#send(sealed, remote)
  }

  /** Sends media to the address that a participant's authenticated packets come from now. */
  #redirect(sender: Participant, way: RtpsizeWay, from: UdpAddress): void {
    way.remote = from
    this.#remember(sender, from)
    sender.events.addressChanged?.(from)
  }

  /**
   * Notes that an address is a participant's. Returns false for one at which another participant has its media: a
   * sender may claim any source address, and must not take the packets of others.
   */
  #remember(participant: Participant, address: UdpAddress): boolean {
    if (participant.addresses.some((known) => isSame(known, address))) return true
    const owner = this.#byAddress.get(keyOf(address))
    if (owner?.way?.remote && isSame(owner.way.remote, address)) return false
    const forgotten = participant.remember(address)
    if (forgotten) this.#forget(participant, forgotten)
    this.#byAddress.set(keyOf(address), participant)
    return true
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
