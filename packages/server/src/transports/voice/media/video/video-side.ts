import { TokenBucket } from '../token-bucket.ts'
import { type StreamIds, VideoStream } from './video-stream.ts'

/** Packets per second, and bytes, of a participant with video. */
const PACKETS_PER_SECOND = 3_000
const BYTES_PER_SECOND = 1_000_000
/** Packets per second that one receiver has repeated. */
const REPEATS_PER_SECOND = 500

/** Qualities that a participant wants of others (op 15), 0 to 100. */
export interface VideoWants {
  /** Quality of streams that are not named. */
  readonly any: number
  readonly bySsrc: ReadonlyMap<number, number>
}

/** Streams that a participant receives of another: the one of now, and the one that begins with its next key frame. */
export interface View {
  current: VideoStream | null
  next: VideoStream | null
  /** Whether the receiver has too little bandwidth for the full layer. */
  isLimited: boolean
  /** Time from which its estimate of the bandwidth counts. */
  judgedFrom: number
  /** Time from which the full layer is tried again, and the wait for the time after. */
  fullFrom: number
  retryMs: number
}

/** The video of one participant: its streams, and what it receives of the others. */
export class VideoSide<Owner> {
  /** The highest quality first. Empty for a client without video. */
  readonly streams: readonly VideoStream[]
  readonly packets = new TokenBucket(PACKETS_PER_SECOND)
  readonly bytes = new TokenBucket(BYTES_PER_SECOND)
  readonly repeats = new TokenBucket(REPEATS_PER_SECOND)
  wants: VideoWants = { any: 0, bySsrc: new Map() }
  readonly views = new Map<Owner, View>()
  /** Bandwidth to this participant in bits per second, as its browser estimates it; null as long as it is unknown. */
  bandwidth: number | null = null
  /** Time of the last report to the sender of these streams. */
  reportedAt = Number.NEGATIVE_INFINITY
  /** Whether anyone receives a stream of this participant. */
  isWatched = false
  /** Qualities of its streams that were last reported as wanted, as one text. */
  wantedText = ''
  readonly #repeated = new Map<number, number>()

  constructor(streams: readonly StreamIds[]) {
    this.streams = streams.map((ids) => new VideoStream(ids)).sort((a, b) => b.quality - a.quality)
  }

  /** Returns the quality that this participant wants of another's streams. */
  wantOf(streams: readonly StreamIds[]): number {
    const named = streams.flatMap(({ ssrc }) => this.wants.bySsrc.get(ssrc) ?? [])
    return named.length > 0 ? Math.max(...named) : this.wants.any
  }

  /** Returns the next index of a stream of repetitions to this participant, which is never used again. */
  nextRepeat(rtxSsrc: number): number {
    const next = (this.#repeated.get(rtxSsrc) ?? 0) + 1
    this.#repeated.set(rtxSsrc, next)
    return next
  }

  /** Returns the stream of a browser's SSRC, or of the name in its packet. */
  find(source: number, rid: string | undefined): VideoStream | undefined {
    const known = this.streams.find((stream) => stream.source === source)
    if (known) return known
    if (rid === undefined) return this.streams.length === 1 ? this.streams[0] : undefined
    return this.streams.find((stream) => stream.rid === rid)
  }
}
