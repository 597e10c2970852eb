import type { MediaFault } from '../../../kernel/voice-control.ts'
import { isSame, type UdpAddress } from './addresses.ts'
import type { MediaFaults } from './media-faults.ts'
import type { MediaEvents, MediaFacts, MediaRules, MediaSession, TransportMode } from './media-server.ts'
import { OnceOrder } from './once-order.ts'
import { RtpsizeWay } from './rtpsize-way.ts'
import { TokenBucket } from './token-bucket.ts'
import { VideoSide, type VideoWants } from './video/video-side.ts'
import type { StreamIds } from './video/video-stream.ts'
import type { Way } from './way.ts'
import type { WebRtcAnswer, WebRtcOffer } from './webrtc/sdp.ts'
import type { VideoCodecName, VideoOffer } from './webrtc/video-offer.ts'
import type { WebRtcWay } from './webrtc/webrtc-way.ts'

/** Media packets of a participant per second: 24 times what audio needs. The rest is dropped before it is decrypted. */
const PACKETS_PER_SECOND = 1_200
/** Packets per second that claim to be a participant's and come from another address than the last one. */
const STRANGERS_PER_SECOND = 100
/** Responses to packets that are not authenticated. */
const RESPONSES_PER_SECOND = 20
/** Addresses of a participant that are remembered for keep-alives and for ICE. */
const ADDRESSES_MAX = 8
/** Silence after which the next frame begins to be speech again. */
const PAUSE_MS = 500

/** A participant's place at the media server. */
export interface ParticipantParts {
  ssrc: number
  server: UdpAddress
  /** Participants of the same call. */
  call: Set<Participant>
  events: MediaEvents
  streams: readonly StreamIds[]
  faults: MediaFaults
  negotiate: (participant: Participant, offer: WebRtcOffer) => WebRtcAnswer
  /** Called before a participant that was in a browser goes on by UDP. */
  leftBrowser: (participant: Participant) => void
  /** Called when a participant's video may reach others than before. */
  videoChanged: (participant: Participant) => void
  closed: (participant: Participant) => void
}

/** A participant's state at the media server. It reaches its media by UDP or, in a browser, by WebRTC. */
export class Participant implements MediaSession {
  readonly ssrc: number
  readonly server: UdpAddress
  readonly call: Set<Participant>
  readonly events: MediaEvents
  rules: MediaRules = { send: null, receive: null }
  /** The way of a client by UDP; undefined before op 1 and in browsers. */
  udp: RtpsizeWay | undefined
  /** The way of a browser. */
  browser: WebRtcWay | undefined
  /** Gives indexes to the packets that this participant sends. */
  readonly order = new OnceOrder()
  /** Addresses from which IP discovery, media or signed checks came, the oldest first. */
  readonly addresses: UdpAddress[] = []
  readonly packets = new TokenBucket(PACKETS_PER_SECOND)
  readonly strangers = new TokenBucket(STRANGERS_PER_SECOND)
  readonly responses = new TokenBucket(RESPONSES_PER_SECOND)
  readonly video: VideoSide<Participant>
  #spokeAt = Number.NEGATIVE_INFINITY
  readonly #parts: ParticipantParts

  constructor(parts: ParticipantParts) {
    this.ssrc = parts.ssrc
    this.server = parts.server
    this.call = parts.call
    this.events = parts.events
    this.video = new VideoSide(parts.streams)
    this.#parts = parts
  }

  get streams(): readonly StreamIds[] {
    return this.video.streams
  }

  get way(): Way | undefined {
    return this.udp ?? this.browser
  }

  select(mode: TransportMode, claimed: UdpAddress): Buffer {
    const remote = this.addresses.find((address) => isSame(address, claimed)) ?? this.addresses[0]
    this.udp = new RtpsizeWay(mode, remote)
    if (this.browser) this.#parts.leftBrowser(this)
    this.browser = undefined
    return this.udp.key
  }

  negotiate(offer: WebRtcOffer): WebRtcAnswer {
    this.udp = undefined
    return this.#parts.negotiate(this, offer)
  }

  owns(ssrc: number): boolean {
    if (this.#hasSsrc(ssrc)) return true
    return this.browser !== undefined && ![...this.call].some((other) => other.#hasSsrc(ssrc))
  }

  #hasSsrc(ssrc: number): boolean {
    return ssrc === this.ssrc || this.video.streams.some((one) => one.ssrc === ssrc || one.rtxSsrc === ssrc)
  }

  get videoCodecs(): readonly VideoCodecName[] {
    return [...(this.browser?.videoOffer.codecs.keys() ?? [])]
  }

  useCodecs(codecs: VideoOffer['codecs']): void {
    this.browser?.useCodecs(codecs)
  }

  permit(rules: MediaRules): void {
    const { video } = this.rules
    this.rules = rules
    if (video?.send !== rules.video?.send || video?.receive !== rules.video?.receive) this.#parts.videoChanged(this)
  }

  show(rids: readonly string[]): void {
    for (const stream of this.video.streams) stream.active = rids.includes(stream.rid)
    this.#parts.videoChanged(this)
  }

  want(wants: VideoWants): void {
    this.video.wants = wants
    this.#parts.videoChanged(this)
  }

  /** Counts a packet against the limits. One with video may send more. */
  takes(bytes: number, now: number): boolean {
    if (this.video.streams.length === 0) return this.packets.take(now)
    return this.video.packets.take(now) && this.video.bytes.take(now, bytes)
  }

  facts(): MediaFacts {
    const kind = this.udp ? 'udp' : this.browser ? 'webrtc' : null
    const transport = kind && (this.way?.remote?.stream ? 'TCP' : 'UDP')
    return { kind, transport, ...this.order.counts, fault: this.#parts.faults.of(this) }
  }

  disturb(fault: MediaFault | null): void {
    this.#parts.faults.set(this, fault)
  }

  close(): void {
    this.#parts.closed(this)
  }

  /**
   * Remembers an address. Returns an address that is forgotten for it. The first one stays: IP discovery was requested
   * from it before others could know the SSRC.
   */
  remember(address: UdpAddress): UdpAddress | undefined {
    this.addresses.push(address)
    return this.addresses.length > ADDRESSES_MAX ? this.addresses.splice(1, 1)[0] : undefined
  }

  /** Forgets an address that can no longer be reached. */
  lose(address: UdpAddress): void {
    const at = this.addresses.findIndex((known) => isSame(known, address))
    if (at >= 0) this.addresses.splice(at, 1)
    this.browser?.lost(address)
  }

  /** Notes a frame of speech and reports it after a pause. */
  spoke(now: number): void {
    if (now - this.#spokeAt > PAUSE_MS) this.events.speaking?.()
    this.#spokeAt = now
  }
}
