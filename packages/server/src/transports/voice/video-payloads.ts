import type { StreamOffer, VideoWants } from './media/media-server.ts'

/** Streams of video of one client: the full size and smaller ones. */
const STREAMS_MAX = 3
const RID = /^[\da-z]{1,16}$/i
const QUALITY_MAX = 100
const SSRC_END = 2 ** 32
/** Streams that op 15 may name: those of a full call. */
const WANTS_MAX = 1_000

type Fields = Record<string, unknown>

function fieldsOf(data: unknown): Fields | null {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Fields) : null
}

/** Reads `streams` of op 0. Returns null for invalid data. */
export function readStreamOffers(data: unknown): StreamOffer[] | null {
  if (data == null) return []
  if (!Array.isArray(data) || data.length > STREAMS_MAX) return null
  const offers: StreamOffer[] = []
  for (const entry of data) {
    const { type, rid, quality } = fieldsOf(entry) ?? {}
    if (type !== 'video' && type !== 'screen') continue
    if (typeof rid !== 'string' || !RID.test(rid) || offers.some((offer) => offer.rid === rid)) return null
    if (!isQuality(quality)) return null
    offers.push({ rid, quality })
  }
  return offers
}

/** The `d` of op 12 (Video), as a client sends it. */
export interface VideoData {
  /** SSRCs that the client calls its own. */
  readonly ssrcs: readonly number[]
  /** Names of the streams that are sent. */
  readonly rids: readonly string[]
}

/** Returns null for invalid data. */
export function readVideo(data: unknown): VideoData | null {
  const fields = fieldsOf(data)
  if (!fields) return null
  const { audio_ssrc, video_ssrc, rtx_ssrc, streams = [] } = fields
  if (!Array.isArray(streams) || streams.length > STREAMS_MAX) return null
  const entries = streams.map((stream) => fieldsOf(stream) ?? {})
  const ssrcs = [audio_ssrc, video_ssrc, rtx_ssrc, ...entries.flatMap((entry) => [entry.ssrc, entry.rtx_ssrc])]
  const named = ssrcs.filter((ssrc) => ssrc != null && ssrc !== 0)
  if (!named.every(isSsrc)) return null
  const sent = entries.filter(({ active }) => active !== false)
  return { ssrcs: named, rids: sent.map(({ rid }) => String(rid)) }
}

/** Reads the `d` of op 15 (Media Sink Wants). Returns null for invalid data. */
export function readWants(data: unknown): VideoWants | null {
  const fields = fieldsOf(data)
  if (!fields) return null
  const bySsrc = new Map<number, number>()
  for (const [name, quality] of Object.entries(fields).slice(0, WANTS_MAX)) {
    if (!/^\d{1,10}$/.test(name)) continue
    if (!isQuality(quality) || !isSsrc(Number(name))) return null
    bySsrc.set(Number(name), quality)
  }
  const { any = 0 } = fields
  return isQuality(any) ? { any, bySsrc } : null
}

function isQuality(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= QUALITY_MAX
}

function isSsrc(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) > 0 && (value as number) < SSRC_END
}
