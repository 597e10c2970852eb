import { randomBytes } from 'node:crypto'
import { isSame, type UdpAddress } from '../addresses.ts'
import type { RtpPacket } from '../rtp-packet.ts'
import type { CachedPacket } from '../video/packet-cache.ts'
import type { VideoStream } from '../video/video-stream.ts'
import type { Sealed, Way } from '../way.ts'
import type { Certificate } from './certificate.ts'
import { DtlsServer, type DtlsStep } from './dtls/dtls-server.ts'
import type { WebRtcOffer } from './sdp.ts'
import { type OpenedRtp, SrtpInbound, SrtpOutbound } from './srtp.ts'
import type { BindingRequest } from './stun.ts'
import type { VideoCodecName, VideoOffer } from './video-offer.ts'

const UFRAG_BYTES = 6
const PASSWORD_BYTES = 18
/** Time after which the consent of a browser that sends no more checks has ended (RFC 7675). */
const CONSENT_MS = 30_000
const MARKER = 0x80
const NO_VIDEO: VideoOffer = { codecs: new Map(), ridId: null, repairedRidId: null }

/** The way of a browser: ICE as a lite endpoint, DTLS, SRTP. It does no I/O. */
export class WebRtcWay implements Way {
  ufrag = newUfrag()
  password = newPassword()
  /** Streams of the SSRCs by which the browser repeats lost packets of video. */
  readonly repeats = new Map<number, VideoStream>()
  #offer: WebRtcOffer
  /** Codecs that op 14 changed. */
  #video: VideoOffer | undefined
  #dtls: DtlsServer
  #inbound: SrtpInbound | undefined
  #outbound: SrtpOutbound | undefined
  #nominated: UdpAddress | undefined
  #checkedAt: number
  #now: () => number
  readonly #certificate: Certificate

  constructor(certificate: Certificate, offer: WebRtcOffer, now: () => number) {
    this.#certificate = certificate
    this.#offer = offer
    this.#now = now
    this.#checkedAt = now()
    this.#dtls = this.#newDtls()
  }

  #newDtls(): DtlsServer {
    return new DtlsServer({
      certificate: this.#certificate,
      fingerprint: this.#offer.fingerprint,
      now: this.#now(),
    })
  }

  /**
   * Takes another offer: an ICE restart, and new keys too if the browser has another certificate or the association
   * has ended.
   */
  restart(offer: WebRtcOffer): void {
    const sameKeys = offer.fingerprint.equals(this.#offer.fingerprint)
    this.ufrag = newUfrag()
    this.password = newPassword()
    this.#offer = offer
    this.#video = undefined
    this.#checkedAt = this.#now()
    if (sameKeys && !this.#dtls.hasEnded) return
    this.#dtls = this.#newDtls()
    this.#inbound = undefined
    this.#outbound = undefined
  }

  /** Payload type of Opus. */
  get opus(): number {
    return this.#offer.opus
  }

  get remote(): UdpAddress | undefined {
    return this.#now() - this.#checkedAt < CONSENT_MS ? this.#nominated : undefined
  }

  /** Whether packets can be sealed and have an address. */
  get isReachable(): boolean {
    return this.#outbound !== undefined && this.remote !== undefined
  }

  /** Notes a signed binding request: it renews the consent of the browser, and may choose the address. */
  checked({ nominated }: BindingRequest, from: UdpAddress): void {
    this.#checkedAt = this.#now()
    if (nominated) this.#nominated = from
  }

  /** Notes that an address can no longer be reached: the browser has to choose another one. */
  lost(address: UdpAddress): void {
    if (this.#nominated && isSame(this.#nominated, address)) this.#nominated = undefined
  }

  /** Whether a handshake is neither done nor over. */
  get isConnecting(): boolean {
    return this.#dtls.isUnderWay
  }

  /** Time at which `due` has something to do, by the clock of the constructor; infinite if there is nothing. */
  get deadline(): number {
    return this.#dtls.deadline
  }

  /** Takes a datagram of DTLS. */
  handshake(datagram: Buffer): DtlsStep {
    return this.#stepped(this.#dtls.receive(datagram, this.#now()))
  }

  /** Repeats a flight of the handshake, or ends it. */
  due(): DtlsStep {
    return this.#stepped(this.#dtls.due(this.#now()))
  }

  #stepped(step: DtlsStep): DtlsStep {
    if (step.keys) {
      this.#inbound = new SrtpInbound(step.keys.profile, step.keys.client)
      this.#outbound = new SrtpOutbound(step.keys.profile, step.keys.server)
    }
    if (step.ended) {
      this.#inbound = undefined
      this.#outbound = undefined
    }
    return step
  }

  /** Codecs and header extensions of video in this browser. */
  get videoOffer(): VideoOffer {
    return this.#video ?? this.#offer.video ?? NO_VIDEO
  }

  /** Takes other codecs (op 14). */
  useCodecs(codecs: VideoOffer['codecs']): void {
    this.#video = { ...this.videoOffer, codecs }
  }

  /** Returns the codec of a payload type, and whether it is of repetitions; undefined for another one. */
  video(payloadType: number): { codec: VideoCodecName; repeats: boolean } | undefined {
    for (const [codec, payloads] of this.videoOffer.codecs) {
      if (payloads.payloadType === payloadType) return { codec, repeats: false }
      if (payloads.rtxPayloadType === payloadType) return { codec, repeats: true }
    }
    return undefined
  }

  /** Opens a packet of the browser. Returns why it is not taken instead. */
  open(packet: Buffer): OpenedRtp | 'malformed' | 'replayed' | 'wrong tag' | 'too many streams' | 'no mode selected' {
    return this.#inbound?.open(packet) ?? 'no mode selected'
  }

  /** Opens a compound RTCP packet; undefined if it is not taken. */
  openReport(packet: Buffer): Buffer | undefined {
    return this.#inbound?.openReport(packet)
  }

  /** Seals a compound RTCP packet; undefined before the handshake is done. */
  sealReport(packet: Buffer): Buffer | undefined {
    return this.#outbound?.sealReport(packet)
  }

  /** Seals a packet of video; undefined for one that this browser cannot be sent any more. */
  sealVideo(packet: RtpPacket, payloadType: number): Buffer | undefined {
    if (packet.index === undefined) return undefined
    return this.#outbound?.seal(packet.ssrc, packet.index, packet.bareHeader(payloadType), packet.media)
  }

  /** Seals a repetition of a packet under another index; undefined in a browser that takes none. */
  sealRepeat(packet: CachedPacket, to: { ssrc: number; index: number }): Buffer | undefined {
    const payloadType = this.videoOffer.codecs.get(packet.codec)?.rtxPayloadType
    if (payloadType == null) return undefined
    const payload = Buffer.allocUnsafe(2 + packet.payload.length)
    payload.writeUInt16BE(packet.index & 0xffff, 0)
    payload.set(packet.payload, 2)
    const header = Buffer.from(packet.header)
    header.writeUInt8((header.readUInt8(1) & MARKER) | payloadType, 1)
    header.writeUInt16BE(to.index & 0xffff, 2)
    header.writeUInt32BE(to.ssrc, 8)
    return this.#outbound?.seal(to.ssrc, to.index, header, payload)
  }

  seal(packet: RtpPacket): Sealed {
    if (packet.index === undefined) return undefined
    return this.#outbound?.seal(packet.ssrc, packet.index, packet.bareHeader(this.opus), packet.media)
  }
}

const newUfrag = () => randomBytes(UFRAG_BYTES).toString('base64')
const newPassword = () => randomBytes(PASSWORD_BYTES).toString('base64')
