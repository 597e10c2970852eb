import { Receivers, type Stream } from './receivers.ts'
import { answerOf, codecsOf, fragmentOf, type OfferedCodec } from './sdp.ts'

export interface PeerParts {
  /** Encrypts and decrypts frames; null in a browser without encoded transforms. */
  readonly worker: Worker | null
  /** Streams of video that are sent, as op 0 names them. */
  readonly encodings: readonly RTCRtpEncodingParameters[]
  /** Sends op 1. */
  readonly select: (fragment: string, codecs: readonly OfferedCodec[]) => void
  readonly onTrack: (stream: Stream, track: MediaStreamTrack) => void
  readonly onTrackEnded: (stream: Stream) => void
  readonly onState: (state: RTCPeerConnectionState) => void
}

/** The peer connection of one call: one sound and one picture out, and one in for each stream of a member. */
export class Peer {
  readonly #parts: PeerParts
  readonly #connection = new RTCPeerConnection({ bundlePolicy: 'max-bundle' })
  readonly #audio: RTCRtpSender
  readonly #video: RTCRtpSender
  readonly #receivers: Receivers
  /** The server's parts of the answer (op 4). */
  #server: string | null = null
  #videoCodec = 'VP8'
  /** One change of the connection at a time. */
  #tail: Promise<unknown> = Promise.resolve()
  #closed = false

  constructor(parts: PeerParts) {
    this.#parts = parts
    this.#audio = this.#addSender('audio', {})
    this.#video = this.#addSender('video', { sendEncodings: [...parts.encodings] })
    this.#receivers = new Receivers(this.#connection, parts)
    this.#connection.onconnectionstatechange = () => parts.onState(this.#connection.connectionState)
  }

  /** Uses servers of the operator, by which networks that let nothing else through can be left. */
  use(iceServers: readonly RTCIceServer[]): void {
    this.#connection.setConfiguration({ bundlePolicy: 'max-bundle', iceServers: [...iceServers] })
  }

  #addSender(kind: 'audio' | 'video', options: RTCRtpTransceiverInit): RTCRtpSender {
    const { sender } = this.#connection.addTransceiver(kind, { ...options, direction: 'sendonly' })
    const { worker } = this.#parts
    if (worker) sender.transform = new RTCRtpScriptTransform(worker, { direction: 'send', kind })
    return sender
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
  answer(server: string, videoCodec: string): void {
    this.#enqueue(async () => {
      this.#server = server
      this.#videoCodec = videoCodec
      await this.#applyAnswer()
      await this.#renegotiate()
    })
  }

  /** Sends video in another codec (op 14). */
  useCodec(videoCodec: string): void {
    this.#enqueue(async () => {
      this.#videoCodec = videoCodec
      await this.#renegotiate()
    })
  }

  /** Receives a stream of a member. */
  receive(stream: Stream): void {
    this.#enqueue(async () => {
      const track = this.#receivers.take(stream)
      if (!track) return
      await this.#renegotiate()
      this.#parts.onTrack(stream, track)
    })
  }

  /** Forgets streams of a member: all of them, or those of one kind. */
  forget(userId: string, kind?: Stream['kind']): void {
    this.#enqueue(async () =>
      this.#receivers.release((one) => one.userId === userId && (kind === undefined || one.kind === kind)),
    )
  }

  /** Sends a sound; none while the person is muted. */
  async send(track: MediaStreamTrack | null): Promise<void> {
    if (!this.#closed) await this.#audio.replaceTrack(track)
  }

  /** Sends a picture; null ends it. */
  async show(track: MediaStreamTrack | null): Promise<void> {
    if (!this.#closed) await this.#video.replaceTrack(track)
  }

  /**
   * Encodes only the streams of video that somebody watches. Choices wait for each other: Chromium refuses parameters
   * that were read before others were set, and a refused choice would leave a watched picture without frames.
   */
  choose(isWatched: (rid: string) => boolean): void {
    this.#enqueue(async () => {
      const parameters = this.#video.getParameters()
      for (const encoding of parameters.encodings) encoding.active = isWatched(encoding.rid ?? '')
      await this.#video.setParameters(parameters)
    })
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

  /** Offers and answers within the page: the way to the server stays. Before the first answer there is none yet. */
  async #renegotiate(): Promise<void> {
    if (this.#server === null) return
    await this.#connection.setLocalDescription(await this.#connection.createOffer())
    await this.#applyAnswer()
  }

  async #applyAnswer(): Promise<void> {
    const { sdp = '' } = this.#connection.localDescription ?? {}
    const parts = { server: this.#server ?? '', sources: this.#receivers.sources(), videoCodec: this.#videoCodec }
    await this.#connection.setRemoteDescription({ type: 'answer', sdp: answerOf(sdp, parts) })
  }

  #enqueue(task: () => Promise<void>): void {
    this.#tail = this.#tail
      .then(() => (this.#closed ? undefined : task()))
      .catch((error: unknown) => {
        if (!this.#closed) console.warn('A change of the call failed.', error)
      })
  }
}
