import { randomBytes } from 'node:crypto'
import type { UdpAddress } from '../addresses.ts'
import type { RtpPacket } from '../rtp-packet.ts'
import type { Sealed, Way } from '../way.ts'
import type { Certificate } from './certificate.ts'
import { DtlsServer, type DtlsStep } from './dtls/dtls-server.ts'
import type { WebRtcOffer } from './sdp.ts'
import { type OpenedRtp, SrtpInbound, SrtpOutbound } from './srtp.ts'
import type { BindingRequest } from './stun.ts'

const UFRAG_BYTES = 6
const PASSWORD_BYTES = 18
/** Time after which the consent of a browser that sends no more checks has ended (RFC 7675). */
const CONSENT_MS = 30_000

/** The way of a browser: ICE as a lite endpoint, DTLS, SRTP. It does no I/O. */
export class WebRtcWay implements Way {
  ufrag = newUfrag()
  password = newPassword()
  #offer: WebRtcOffer
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

  /** Takes another offer: an ICE restart, and new keys too if the browser has another certificate. */
  restart(offer: WebRtcOffer): void {
    const sameKeys = offer.fingerprint.equals(this.#offer.fingerprint)
    this.ufrag = newUfrag()
    this.password = newPassword()
    this.#offer = offer
    this.#checkedAt = this.#now()
    if (sameKeys) return
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

  /** Notes a signed binding request: it renews the consent of the browser, and may choose the address. */
  checked({ nominated }: BindingRequest, from: UdpAddress): void {
    this.#checkedAt = this.#now()
    if (nominated) this.#nominated = from
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

  seal(packet: RtpPacket): Sealed {
    if (packet.index === undefined) return undefined
    return this.#outbound?.seal(packet.ssrc, packet.index, packet.bareHeader(this.opus), packet.media)
  }
}

const newUfrag = () => randomBytes(UFRAG_BYTES).toString('base64')
const newPassword = () => randomBytes(PASSWORD_BYTES).toString('base64')
