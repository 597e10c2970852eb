import { randomInt } from 'node:crypto'
import type { Socket } from 'node:net'
import { isSame, keyOf, type UdpAddress } from './addresses.ts'
import { frameOf, type MediaFrame } from './dave-frame.ts'
import { type DropReason, noDrops } from './drop-counts.ts'
import type { FrameKinds } from './frame-kinds.ts'
import { MediaFaults } from './media-faults.ts'
import type { MediaEvents, MediaServer, MediaSession, StreamIds, StreamOffer } from './media-server.ts'
import { discoveredSsrc, discoveryResponse, hasWholeHeader, kindOf, PacketKind, pong, ssrcOf } from './packets.ts'
import { Participant } from './participant.ts'
import { RtpPacket } from './rtp-packet.ts'
import type { RtpsizeWay } from './rtpsize-way.ts'
import { TcpPaths } from './tcp-paths.ts'
import { type UdpSocketOptions, UdpSockets } from './udp-sockets.ts'
import { VideoForwarding } from './video/video-forwarding.ts'
import { WebRtcEndpoint } from './webrtc/endpoint.ts'
import { mediaOfBrowser } from './webrtc/payload.ts'
import type { IceCandidates } from './webrtc/sdp.ts'
import type { WebRtcWay } from './webrtc/webrtc-way.ts'

const SSRC_END = 2 ** 32

export interface UdpMediaOptions extends UdpSocketOptions {
  /** Address that clients receive, if it differs. */
  announce: { host: string; port: number } | null
  /** Returns the addresses at which browsers reach the port of `takeConnection`. Default: none. */
  tcpCandidates?: () => readonly UdpAddress[]
  /** Monotonic time in ms, for the limits of packets. */
  now?: () => number
}

/** Opens a media server on one UDP port, which serves all calls. Rejects if the port cannot be bound. */
export async function openUdpMediaServer(options: UdpMediaOptions): Promise<MediaServer> {
  const { announce, tcpCandidates = () => [], now = () => performance.now() } = options
  const sockets = await UdpSockets.open(options)
  const server = announce ? { ip: announce.host, port: announce.port } : sockets.local
  // Addresses of a machine change while it runs.
  const candidates = () => ({ udp: announce ? [server] : sockets.candidates(), tcp: tcpCandidates() })
  return new UdpMediaServer(sockets, { server, candidates, now })
}

interface UdpMediaServerParts {
  server: UdpAddress
  /** Returns the addresses that browsers receive. */
  candidates: () => IceCandidates
  now: () => number
}

/** Takes and forwards media packets of all calls on one socket, in one thread. */
class UdpMediaServer implements MediaServer {
  readonly server: UdpAddress
  readonly #sockets: UdpSockets
  readonly #now: () => number
  readonly #browsers: WebRtcEndpoint
  readonly #tcp: TcpPaths
  readonly #video: VideoForwarding
  /** SSRCs of video, of the streams and of their repetitions. */
  readonly #videoSsrcs = new Set<number>()
  readonly #bySsrc = new Map<number, Participant>()
  readonly #byAddress = new Map<string, Participant>()
  readonly #calls = new Map<string, Set<Participant>>()
  readonly #faults = new MediaFaults()
  readonly #dropped = noDrops()
  #forwarded = 0

  constructor(sockets: UdpSockets, { server, candidates, now }: UdpMediaServerParts) {
    this.#sockets = sockets
    this.#now = now
    this.server = server
    this.#browsers = new WebRtcEndpoint({
      candidates,
      now,
      send: (packet, to) => this.#send(packet, to),
      remember: (participant, address) => this.#remember(participant, address),
      drop: (reason) => this.#drop(reason),
    })
    this.#tcp = new TcpPaths({
      receive: (packet, from) => this.#disturbed(from, () => this.#receiveOverTcp(packet, from)),
      isKnown: (address) => this.#byAddress.has(keyOf(address)),
      closed: (address) => this.#connectionClosed(address),
      tooSlow: () => this.#drop('too slow connection'),
    })
    sockets.receive((packet, from) => {
      if (this.#faults.any) this.#disturbed(from, () => this.#receive(packet, from))
      else this.#receive(packet, from)
    })
    this.#video = new VideoForwarding({
      now,
      send: (packet, to) => this.#send(packet, to),
      drop: (reason) => this.#drop(reason),
      forwarded: () => {
        this.#forwarded += 1
      },
    })
  }

  open(call: string, events: MediaEvents = {}, streams: readonly StreamOffer[] = []): MediaSession {
    const participants = this.#calls.get(call) ?? new Set()
    this.#calls.set(call, participants)
    const participant = new Participant({
      ssrc: this.#freeSsrc(),
      server: this.server,
      call: participants,
      events,
      streams: streams.map((offer) => this.#identified(offer)),
      faults: this.#faults,
      negotiate: (of, offer) => this.#browsers.negotiate(of, offer),
      leftBrowser: (of) => this.#browsers.forget(of),
      videoChanged: (of) => this.#video.aimAll(of.call),
      closed: (of) => this.#closed(call, of),
    })
    participants.add(participant)
    this.#bySsrc.set(participant.ssrc, participant)
    return participant
  }

  #identified({ rid, quality }: StreamOffer): StreamIds {
    const [ssrc, rtxSsrc] = [this.#freeSsrc(), this.#freeSsrc()]
    this.#videoSsrcs.add(ssrc).add(rtxSsrc)
    return { rid, quality, ssrc, rtxSsrc }
  }

  #closed(call: string, participant: Participant): void {
    if (!participant.call.delete(participant)) return
    this.#faults.set(participant, null)
    this.#browsers.forget(participant)
    this.#bySsrc.delete(participant.ssrc)
    for (const { ssrc, rtxSsrc } of participant.streams) {
      this.#videoSsrcs.delete(ssrc)
      this.#videoSsrcs.delete(rtxSsrc)
    }
    for (const other of participant.call) other.video.views.delete(participant)
    this.#video.aimAll(participant.call)
    for (const address of participant.addresses) this.#forget(participant, address)
    if (participant.call.size === 0 && this.#calls.get(call) === participant.call) this.#calls.delete(call)
  }

  counts(): { forwarded: number; dropped: Readonly<Record<DropReason, number>> } {
    return { forwarded: this.#forwarded, dropped: { ...this.#dropped } }
  }

  takeConnection(socket: Socket): void {
    this.#tcp.take(socket)
  }

  async stop(): Promise<void> {
    // A handshake would be repeated on a socket that is closed.
    for (const participant of this.#bySsrc.values()) participant.close()
    this.#tcp.close()
    await this.#sockets.close()
  }

  /** Lets a packet from or to an address pass as the fault of its participant says, if there is one. */
  #disturbed(address: UdpAddress, pass: () => void): void {
    this.#faults.pass(this.#byAddress.get(keyOf(address)), pass)
  }

  #receive(packet: Buffer, from: UdpAddress): void {
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

  /** Takes a packet of a connection. Only browsers use connections. */
  #receiveOverTcp(packet: Buffer, from: UdpAddress): void {
    const kind = kindOf(packet)
    if (kind === PacketKind.STUN) return this.#browsers.check(packet, from)
    const participant = this.#byAddress.get(keyOf(from))
    if (!participant?.browser) return this.#drop('unknown address')
    if (kind === PacketKind.RTP) return this.#receiveFromBrowser(participant, participant.browser, packet)
    if (kind === PacketKind.DTLS) return this.#browsers.handshake(participant, packet, from)
    if (kind === PacketKind.RTCP) return this.#receiveReport(packet, from)
    this.#drop('not a known packet')
  }

  #connectionClosed(address: UdpAddress): void {
    const participant = this.#byAddress.get(keyOf(address))
    if (!participant) return
    participant.lose(address)
    this.#forget(participant, address)
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
    if (!sender.takes(packet.length, this.#now())) return this.#drop('too many packets')
    const opened = way.open(packet)
    if (typeof opened === 'string') return this.#drop(opened)
    const { header, payload: body } = opened
    if ((header.readUInt8(1) & 0x7f) !== way.opus) return this.#video.receive(sender, way, opened)
    const media = mediaOfBrowser(header, body)
    if (!media) return this.#drop('malformed')
    const index = sender.order.take(header.readUInt16BE(2))
    if (index === undefined) return this.#drop('sent before')
    this.#distribute(sender, new RtpPacket({ header, body, media, ssrc: sender.ssrc, fromBrowser: true, index }))
  }

  /** Takes reports of a browser: about what it sends, for the others, and about what it receives. */
  #receiveReport(packet: Buffer, from: UdpAddress): void {
    const sender = this.#browsers.size > 0 ? this.#byAddress.get(keyOf(from)) : undefined
    if (!sender?.browser) return this.#drop('RTCP')
    if (!sender.takes(packet.length, this.#now())) return this.#drop('too many packets')
    const compound = sender.browser.openReport(packet)
    if (!compound) return this.#drop('RTCP')
    this.#video.reports(sender, compound)
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
    // A browser whose next check comes from there gets the address back.
    if (owner?.browser) owner.lose(address)
    const forgotten = participant.remember(address)
    if (forgotten) this.#forget(participant, forgotten)
    this.#byAddress.set(keyOf(address), participant)
    return true
  }

  #forget(participant: Participant, address: UdpAddress): void {
    if (this.#byAddress.get(keyOf(address)) === participant) this.#byAddress.delete(keyOf(address))
  }

  #send(packet: Buffer, to: UdpAddress): void {
    if (this.#faults.any) this.#disturbed(to, () => this.#sendNow(packet, to))
    else this.#sendNow(packet, to)
  }

  #sendNow(packet: Buffer, to: UdpAddress): void {
    if (to.stream) to.stream.send(packet)
    else this.#sockets.send(packet, to)
  }

  #drop(reason: DropReason): void {
    this.#dropped[reason] += 1
  }

  #freeSsrc(): number {
    for (;;) {
      const ssrc = randomInt(1, SSRC_END)
      if (!this.#bySsrc.has(ssrc) && !this.#videoSsrcs.has(ssrc)) return ssrc
    }
  }
}

function passes(frame: MediaFrame, kinds: FrameKinds): boolean {
  return frame === 'silence' || (frame === 'plain' ? kinds.plain : kinds.encrypted)
}
