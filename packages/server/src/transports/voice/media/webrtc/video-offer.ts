/** Codecs of video that are forwarded, the preferred one first. */
export const VIDEO_CODECS = ['VP8', 'H264'] as const

export type VideoCodecName = (typeof VIDEO_CODECS)[number]

const PAYLOAD_TYPE_MAX = 127
const CODECS_MAX = 64
/** Ids of header extensions of one byte (RFC 8285). */
const EXTENSION_ID_MAX = 14
const RID = 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id'
const REPAIRED_RID = 'urn:ietf:params:rtp-hdrext:sdes:repaired-rtp-stream-id'

/** Payload types of a codec in one browser. */
export interface VideoPayloads {
  readonly payloadType: number
  /** Payload type of repetitions; null without them. */
  readonly rtxPayloadType: number | null
}

/** The parts of an offer that are about video. */
export interface VideoOffer {
  readonly codecs: ReadonlyMap<VideoCodecName, VideoPayloads>
  /** Ids of the header extensions that name a stream; null for one that is not offered. */
  readonly ridId: number | null
  readonly repairedRidId: number | null
}

/**
 * Reads the codecs that op 1 or 14 lists, and the header extensions of the fragment. Entries that are malformed are
 * left out: a browser without video still talks.
 */
export function readVideoOffer(fragment: string, codecs: unknown): VideoOffer {
  const idOf = (uri: string) => {
    const [, id] = new RegExp(`^a=extmap:(\\d{1,3})(?:/\\w+)? ${uri}\\s*$`, 'm').exec(fragment) ?? []
    return id !== undefined && Number(id) >= 1 && Number(id) <= EXTENSION_ID_MAX ? Number(id) : null
  }
  return { codecs: readCodecs(codecs), ridId: idOf(RID), repairedRidId: idOf(REPAIRED_RID) }
}

/** Reads `codecs` of ops 1 and 14. */
export function readCodecs(codecs: unknown): ReadonlyMap<VideoCodecName, VideoPayloads> {
  const known = new Map<VideoCodecName, VideoPayloads>()
  for (const entry of Array.isArray(codecs) ? codecs.slice(0, CODECS_MAX) : []) {
    const { name, type, payload_type, rtx_payload_type } = (entry ?? {}) as Record<string, unknown>
    const codec = VIDEO_CODECS.find((one) => one === name)
    if (!codec || type !== 'video' || known.has(codec) || !isPayloadType(payload_type)) continue
    known.set(codec, {
      payloadType: payload_type,
      rtxPayloadType: isPayloadType(rtx_payload_type) ? rtx_payload_type : null,
    })
  }
  return known
}

function isPayloadType(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= PAYLOAD_TYPE_MAX
}
