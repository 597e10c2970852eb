import { VoiceOp } from '@guildhall/protocol'
import { pictures } from '../pictures/pictures.ts'
import type { NamedStream } from './call-parts.ts'
import type { Peer } from './peer.ts'
import type { Stream } from './receivers.ts'

/** Layers of the camera, as op 0 offers them: the small one first, as browsers want it. */
export const CAMERA_STREAMS = [
  { type: 'video', rid: '50', quality: 50 },
  { type: 'video', rid: '100', quality: 100 },
] as const

/** Parameters by which browsers encode the layers. */
export const CAMERA_ENCODINGS: readonly RTCRtpEncodingParameters[] = [
  { rid: '50', scaleResolutionDownBy: 2, maxBitrate: 400_000 },
  { rid: '100', maxBitrate: 2_500_000 },
]

export interface CallVideoParts {
  readonly peer: () => Peer
  readonly send: (op: number, data: unknown) => void
  /** Says whose frames have an SSRC, for the encryption. */
  readonly onSource: (ssrc: number, userId: string) => void
}

/** The video of a call: tells others of the own camera, and receives those that are looked at. */
export class CallVideo {
  readonly #parts: CallVideoParts
  #audioSsrc = 0
  #own: readonly NamedStream[] = []
  #isShowing = false
  /** Streams of others by user, as op 12 named them, the highest quality first. */
  readonly #others = new Map<string, readonly NamedStream[]>()
  readonly #tracks = new Map<number, MediaStreamTrack>()
  /** SSRC of the layer that arrives, by user. */
  readonly #layers = new Map<string, number>()
  #wants = ''
  readonly #endViews: () => void

  constructor(parts: CallVideoParts) {
    this.#parts = parts
    this.#endViews = pictures.subscribe(({ views }, former) => views !== former.views && this.#want())
  }

  /** Takes the streams of op 2. */
  ready(audioSsrc: number, streams: readonly NamedStream[]): void {
    this.#audioSsrc = audioSsrc
    this.#own = streams
    this.tell()
  }

  /** Tells the server everything anew: messages that the page sent to a lost socket have not arrived. */
  tell(): void {
    this.#wants = ''
    this.#announce()
    this.#want()
  }

  /** Begins or ends to send a picture. */
  show(track: MediaStreamTrack | null): void {
    this.#isShowing = track !== null
    pictures.setState({ own: track })
    void this.#parts.peer().show(track)
    this.#announce()
  }

  #announce(): void {
    const top = [...this.#own].sort(byQuality)[0]
    if (!top) return
    const streams = this.#isShowing ? this.#own.map((stream) => ({ ...stream, active: true })) : []
    const { ssrc, rtx_ssrc } = this.#isShowing ? top : { ssrc: 0, rtx_ssrc: 0 }
    this.#parts.send(VoiceOp.VIDEO, { audio_ssrc: this.#audioSsrc, video_ssrc: ssrc, rtx_ssrc, streams })
  }

  /** Handles op 12 of another member. */
  announced({ user_id: userId, streams = [] }: { user_id?: string; streams?: readonly NamedStream[] }): void {
    if (userId === undefined) return
    const active = streams.filter((stream) => stream.active !== false).sort(byQuality)
    if (active.length === 0) return this.ended(userId)
    for (const { ssrc } of active) this.#parts.onSource(ssrc, userId)
    this.#others.set(userId, active)
    const { cameras } = pictures.getState()
    if (!cameras.has(userId)) pictures.setState({ cameras: new Map(cameras).set(userId, null) })
    this.#want()
  }

  /** Forgets the video of a member. */
  ended(userId: string): void {
    if (!this.#others.delete(userId)) return
    this.#parts.peer().forget(userId, 'video')
    const cameras = new Map(pictures.getState().cameras)
    cameras.delete(userId)
    pictures.setState({ cameras })
  }

  /** Handles op 15: encodes only what is watched. */
  wanted(wants: Record<string, number>): void {
    const isWatched = (rid: string) => {
      const own = this.#own.find((stream) => stream.rid === rid)
      return (wants[String(own?.ssrc)] ?? wants.any ?? 0) > 0
    }
    this.#parts.peer().choose(isWatched)
  }

  /** Asks for the pictures that are looked at (op 15). The others are not sent here. */
  #want(): void {
    const { views } = pictures.getState()
    const wants: Record<string, number> = { any: 0 }
    for (const [userId, streams] of this.#others) {
      const [quality, top] = [views.get(userId), streams[0]]
      if (quality === undefined || !top) continue
      wants[top.ssrc] = quality
      for (const { rid, ssrc, rtx_ssrc } of streams)
        this.#parts.peer().receive({ kind: 'video', userId, rid, ssrc, rtxSsrc: rtx_ssrc ?? null })
    }
    const text = JSON.stringify(wants)
    if (text === this.#wants) return
    this.#wants = text
    this.#parts.send(VoiceOp.MEDIA_SINK_WANTS, wants)
  }

  /** Takes the track of a stream. */
  add({ ssrc, userId }: Stream, track: MediaStreamTrack): void {
    this.#tracks.set(ssrc, track)
    if (this.#layers.get(userId) === ssrc) this.layerBegan(userId, ssrc)
  }

  remove({ ssrc }: Stream): void {
    this.#tracks.delete(ssrc)
  }

  /** Shows the layer whose frames arrive. */
  layerBegan(userId: string, ssrc: number): void {
    this.#layers.set(userId, ssrc)
    const track = this.#tracks.get(ssrc)
    const { cameras } = pictures.getState()
    if (!track || !cameras.has(userId) || cameras.get(userId) === track) return
    pictures.setState({ cameras: new Map(cameras).set(userId, track) })
  }

  close(): void {
    this.#endViews()
    pictures.setState({ own: null, cameras: new Map() })
  }
}

function byQuality(a: NamedStream, b: NamedStream): number {
  return (b.quality ?? 100) - (a.quality ?? 100)
}
