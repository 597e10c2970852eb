import { answerOf, codecsOf, fragmentOf, type OfferedCodec } from './sdp.ts'

/**
 * SSRCs of two sections that never receive anything. Packets of a member may arrive before op 5 names their SSRC. With
 * one receiving section Chromium would give them to the member there, whose own sound is then lost. With several of the
 * same codec it drops them until their section exists.
 */
const GUARDS = [1, 2]

/** Sections for members who leave are used again by those who join. */
interface Receiver {
  readonly transceiver: RTCRtpTransceiver
  userId: string | null
  ssrc: number | null
}

export interface PeerParts {
  /** Encrypts and decrypts frames; null in a browser without encoded transforms. */
  readonly worker: Worker | null
  /** Sends op 1. */
  readonly select: (fragment: string, codecs: readonly OfferedCodec[]) => void
  readonly onTrack: (userId: string, track: MediaStreamTrack) => void
  readonly onTrackEnded: (userId: string) => void
  readonly onState: (state: RTCPeerConnectionState) => void
}

/** The peer connection of one call: one sound out, and one in for each member who sends. */
export class Peer {
  readonly #parts: PeerParts
  readonly #connection = new RTCPeerConnection({ bundlePolicy: 'max-bundle' })
  readonly #sender: RTCRtpSender
  readonly #receivers: Receiver[] = []
  readonly #guards: { readonly transceiver: RTCRtpTransceiver; readonly ssrc: number }[]
  /** The server's parts of the answer (op 4). */
  #server: string | null = null
  /** One negotiation at a time. */
  #tail: Promise<unknown> = Promise.resolve()
  #closed = false

  constructor(parts: PeerParts) {
    this.#parts = parts
    const { sender } = this.#connection.addTransceiver('audio', { direction: 'sendonly' })
    this.#sender = sender
    if (parts.worker) sender.transform = new RTCRtpScriptTransform(parts.worker, { direction: 'send' })
    this.#guards = GUARDS.map((ssrc) => ({
      ssrc,
      transceiver: this.#connection.addTransceiver('audio', { direction: 'recvonly' }),
    }))
    this.#connection.onconnectionstatechange = () => parts.onState(this.#connection.connectionState)
  }

  /** Offers itself to the voice server. Called again, it looks for another way: ICE restarts. */
  offer(): void {
    this.#enqueue(async () => {
      const restart = this.#server !== null
      this.#server = null
      if (restart && this.#connection.signalingState === 'have-local-offer')
        await this.#connection.setLocalDescription({ type: 'rollback' })
      await this.#connection.setLocalDescription(await this.#connection.createOffer({ iceRestart: restart }))
      const { sdp = '' } = this.#connection.localDescription ?? {}
      this.#parts.select(fragmentOf(sdp), codecsOf(sdp))
    })
  }

  /** Takes the server's parts of the answer. */
  answer(server: string): void {
    this.#enqueue(async () => {
      this.#server = server
      await this.#applyAnswer()
      await this.#renegotiate()
    })
  }

  /** Hears a member by the SSRC that op 5 names. */
  hear(userId: string, ssrc: number): void {
    this.#enqueue(async () => {
      if (this.#receivers.some((one) => one.userId === userId && one.ssrc === ssrc)) return
      this.#release(userId)
      const free = this.#receivers.find((one) => one.userId === null) ?? this.#addReceiver()
      free.userId = userId
      free.ssrc = ssrc
      await this.#renegotiate()
      this.#parts.onTrack(userId, free.transceiver.receiver.track)
    })
  }

  /** Forgets a member who left. */
  forget(userId: string): void {
    this.#enqueue(async () => this.#release(userId))
  }

  /** Sends a track; none while the person is muted. */
  async send(track: MediaStreamTrack | null): Promise<void> {
    if (!this.#closed) await this.#sender.replaceTrack(track)
  }

  /** Returns the statistics of the browser. */
  async statistics(): Promise<RTCStatsReport> {
    return await this.#connection.getStats()
  }

  close(): void {
    this.#closed = true
    this.#connection.onconnectionstatechange = null
    this.#connection.close()
  }

  #release(userId: string): void {
    const receiver = this.#receivers.find((one) => one.userId === userId)
    if (!receiver) return
    receiver.userId = null
    receiver.ssrc = null
    this.#parts.onTrackEnded(userId)
  }

  #addReceiver(): Receiver {
    const transceiver = this.#connection.addTransceiver('audio', { direction: 'recvonly' })
    const { worker } = this.#parts
    if (worker) transceiver.receiver.transform = new RTCRtpScriptTransform(worker, { direction: 'receive' })
    const receiver = { transceiver, userId: null, ssrc: null }
    this.#receivers.push(receiver)
    return receiver
  }

  /** Offers and answers within the page: the way to the server stays. Before the first answer there is none yet. */
  async #renegotiate(): Promise<void> {
    if (this.#server === null) return
    await this.#connection.setLocalDescription(await this.#connection.createOffer())
    await this.#applyAnswer()
  }

  async #applyAnswer(): Promise<void> {
    const { sdp = '' } = this.#connection.localDescription ?? {}
    const sources = new Map<string, number>()
    for (const { transceiver, ssrc } of [...this.#guards, ...this.#receivers])
      if (transceiver.mid !== null && ssrc !== null) sources.set(transceiver.mid, ssrc)
    await this.#connection.setRemoteDescription({ type: 'answer', sdp: answerOf(sdp, this.#server ?? '', sources) })
  }

  #enqueue(task: () => Promise<void>): void {
    this.#tail = this.#tail
      .then(() => (this.#closed ? undefined : task()))
      .catch((error: unknown) => {
        if (!this.#closed) console.warn('A negotiation of the call failed.', error)
      })
  }
}
