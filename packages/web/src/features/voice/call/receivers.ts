import type { Source } from './sdp.ts'

/**
 * SSRCs of sections that never receive anything, two for sound and two for video. Packets of a member may arrive before
 * op 5 or 12 names their SSRC. With one receiving section Chromium would give them to the member there, whose own sound
 * or picture is then lost. With several of the same codec it drops them until their section exists.
 */
const GUARDS = [
  ['audio', 1],
  ['audio', 2],
  ['video', 3],
  ['video', 4],
] as const

/** A stream of a member: the sound, or one layer of the video. */
export interface Stream extends Source {
  readonly kind: 'audio' | 'video'
  readonly userId: string
  /** Name of a layer of video; empty for sound. */
  readonly rid: string
}

interface Receiver {
  readonly transceiver: RTCRtpTransceiver
  readonly kind: Stream['kind']
  stream: Stream | null
  /**
   * Source that the session description names. It stays until another stream takes the section: Chromium shows nothing
   * any more in a section that was inactive in between.
   */
  named: Source | null
}

export interface ReceiversParts {
  readonly worker: Worker | null
  readonly onTrackEnded: (stream: Stream) => void
}

/** The receiving sections of a peer connection. Those of members who leave are used again by those who join. */
export class Receivers {
  readonly #connection: RTCPeerConnection
  readonly #parts: ReceiversParts
  readonly #receivers: Receiver[] = []
  readonly #guards: { readonly transceiver: RTCRtpTransceiver; readonly ssrc: number }[]

  constructor(connection: RTCPeerConnection, parts: ReceiversParts) {
    this.#connection = connection
    this.#parts = parts
    this.#guards = GUARDS.map(([kind, ssrc]) => ({
      ssrc,
      transceiver: connection.addTransceiver(kind, { direction: 'recvonly' }),
    }))
  }

  /** Returns the track of a stream, which needs a negotiation; undefined if it is received already. */
  take(stream: Stream): MediaStreamTrack | undefined {
    const isSame = (one: Stream | null) =>
      one?.userId === stream.userId && one.kind === stream.kind && one.rid === stream.rid
    if (this.#receivers.some(({ stream: one }) => isSame(one) && one?.ssrc === stream.ssrc)) return undefined
    this.release(isSame)
    const free = this.#receivers.filter((one) => one.stream === null && one.kind === stream.kind)
    const known = free.find(({ named }) => named?.ssrc === stream.ssrc)
    const receiver = known ?? free[0] ?? this.#add(stream.kind)
    receiver.stream = stream
    receiver.named = stream
    return receiver.transceiver.receiver.track
  }

  /** Ends streams. Their sections are free for others. */
  release(isEnded: (stream: Stream) => boolean): void {
    for (const receiver of this.#receivers) {
      const { stream } = receiver
      if (!stream || !isEnded(stream)) continue
      receiver.stream = null
      this.#parts.onTrackEnded(stream)
    }
  }

  #add(kind: Stream['kind']): Receiver {
    const transceiver = this.#connection.addTransceiver(kind, { direction: 'recvonly' })
    const { worker } = this.#parts
    if (worker) transceiver.receiver.transform = new RTCRtpScriptTransform(worker, { direction: 'receive', kind })
    const receiver = { transceiver, kind, stream: null, named: null }
    this.#receivers.push(receiver)
    return receiver
  }

  /** Returns the senders of the sections, by `mid`. */
  sources(): Map<string, Source> {
    const sources = new Map<string, Source>()
    for (const { transceiver, ssrc } of this.#guards)
      if (transceiver.mid !== null) sources.set(transceiver.mid, { ssrc, rtxSsrc: null })
    for (const { transceiver, named } of this.#receivers)
      if (transceiver.mid !== null && named) sources.set(transceiver.mid, named)
    return sources
  }
}
