import { isSame, type UdpAddress } from '../addresses.ts'
import type { DropReason } from '../drop-counts.ts'
import type { Participant } from '../participant.ts'
import { type Certificate, fingerprintText, makeCertificate } from './certificate.ts'
import type { DtlsStep } from './dtls/dtls-server.ts'
import { Handshakes } from './handshakes.ts'
import type { IceCandidates, WebRtcAnswer, WebRtcOffer } from './sdp.ts'
import { bindingResponse, isSigned, readBindingRequest } from './stun.ts'
import { WebRtcWay } from './webrtc-way.ts'

export interface WebRtcEndpointParts {
  /** Returns the addresses at which browsers reach the server. */
  candidates: () => IceCandidates
  /** Monotonic time in ms. */
  now: () => number
  send: (packet: Buffer, to: UdpAddress) => void
  /** Notes that an address is a participant's. Returns false for one that is another's. */
  remember: (participant: Participant, address: UdpAddress) => boolean
  drop: (reason: DropReason) => void
}

/** Connects browsers: answers ICE checks, and carries out DTLS handshakes with their repetitions. */
export class WebRtcEndpoint {
  readonly #parts: WebRtcEndpointParts
  readonly #byUfrag = new Map<string, Participant>()
  readonly #timers = new Map<Participant, NodeJS.Timeout>()
  readonly #handshakes = new Handshakes()
  /** Made with the first browser. */
  #certificate: Certificate | undefined

  constructor(parts: WebRtcEndpointParts) {
    this.#parts = parts
  }

  /** Number of browsers that have negotiated. */
  get size(): number {
    return this.#byUfrag.size
  }

  /** Takes the offer of a participant's browser. */
  negotiate(participant: Participant, offer: WebRtcOffer): WebRtcAnswer {
    this.#certificate ??= makeCertificate(Date.now())
    const { browser } = participant
    if (browser) {
      this.#byUfrag.delete(browser.ufrag)
      browser.restart(offer)
      this.#handshakes.end(participant)
    }
    const way = browser ?? new WebRtcWay(this.#certificate, offer, this.#parts.now)
    participant.browser = way
    this.#byUfrag.set(way.ufrag, participant)
    return {
      ufrag: way.ufrag,
      password: way.password,
      fingerprint: fingerprintText(this.#certificate),
      candidates: this.#parts.candidates(),
    }
  }

  /** Forgets a participant that leaves, or that goes on by UDP. */
  forget(participant: Participant): void {
    const { browser } = participant
    if (browser) this.#byUfrag.delete(browser.ufrag)
    this.#handshakes.end(participant)
    clearTimeout(this.#timers.get(participant))
    this.#timers.delete(participant)
  }

  /** Answers a signed binding request. Only such a request makes an address known. */
  check(packet: Buffer, from: UdpAddress): void {
    const request = readBindingRequest(packet)
    const participant = request && this.#byUfrag.get(request.localUfrag)
    if (!request || !participant?.browser) return this.#parts.drop('unknown address')
    const known = participant.addresses.some((address) => isSame(address, from))
    if (!(known ? participant.packets : participant.strangers).take(this.#parts.now()))
      return this.#parts.drop('too many packets')
    if (!isSigned(request, participant.browser.password)) return this.#parts.drop('STUN without the password')
    if (!known && !this.#parts.remember(participant, from)) return this.#parts.drop('unknown address')
    participant.browser.checked(request, from)
    this.#parts.send(bindingResponse(request, from, participant.browser.password), from)
  }

  /** Takes a datagram of DTLS from a known address. */
  handshake(participant: Participant, packet: Buffer, from: UdpAddress): void {
    const { browser } = participant
    if (!browser) return this.#parts.drop('unknown address')
    if (!participant.strangers.take(this.#parts.now())) return this.#parts.drop('too many packets')
    if (browser.isConnecting && !this.#handshakes.take(participant, from.ip, this.#parts.now()))
      return this.#parts.drop('too many handshakes')
    this.#carryOut(participant, browser.handshake(packet), from)
  }

  #carryOut(participant: Participant, step: DtlsStep, to: UdpAddress): void {
    for (const datagram of step.send) this.#parts.send(datagram, to)
    clearTimeout(this.#timers.get(participant))
    this.#timers.delete(participant)
    const { browser } = participant
    if (!browser?.isConnecting) this.#handshakes.end(participant)
    const deadline = browser?.deadline ?? Number.POSITIVE_INFINITY
    if (!browser || deadline === Number.POSITIVE_INFINITY) return
    const timer = setTimeout(
      () => this.#carryOut(participant, browser.due(), to),
      Math.max(0, deadline - this.#parts.now()),
    )
    timer.unref()
    this.#timers.set(participant, timer)
  }
}
