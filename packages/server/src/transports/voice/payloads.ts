import { isIP } from 'node:net'
import type { Snowflake } from '@guildhall/protocol'
import { type StreamOffer, TRANSPORT_MODES, type TransportMode, type UdpAddress } from './media/media-server.ts'
import { readOffer, type WebRtcOffer } from './media/webrtc/sdp.ts'
import { readVideoOffer } from './media/webrtc/video-offer.ts'
import { readStreamOffers } from './video-payloads.ts'

const U64_MAX = 2n ** 64n - 1n
const PORT_MAX = 65_535

type Fields = Record<string, unknown>

function fieldsOf(data: unknown): Fields | null {
  return typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Fields) : null
}

/** Reads a snowflake that is text or, from some clients, a safe integer. */
function snowflake(value: unknown): Snowflake | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) && value > 0 ? BigInt(value) : null
  if (typeof value !== 'string' || !/^\d{1,20}$/.test(value)) return null
  const id = BigInt(value)
  return id <= U64_MAX ? id : null
}

/** The `d` of op 0 (Identify). */
export interface IdentifyData {
  readonly serverId: Snowflake
  readonly userId: Snowflake
  readonly sessionId: string
  readonly token: string
  /** Sent from version 9 on. */
  readonly channelId: Snowflake | null
  /** 0 for a client without end-to-end encryption. */
  readonly maxDaveVersion: number
  /** Streams of video that the client may send; none for one without video. */
  readonly streams: readonly StreamOffer[]
}

/** Returns null for invalid data. */
export function readIdentify(data: unknown): IdentifyData | null {
  const fields = fieldsOf(data)
  if (!fields) return null
  const serverId = snowflake(fields.server_id)
  const userId = snowflake(fields.user_id)
  const channelId = fields.channel_id == null ? null : snowflake(fields.channel_id)
  const { session_id, token } = fields
  const max = fields.max_dave_protocol_version ?? 0
  if (serverId === null || userId === null || (channelId === null && fields.channel_id != null)) return null
  if (typeof session_id !== 'string' || typeof token !== 'string') return null
  if (typeof max !== 'number' || !Number.isInteger(max) || max < 0) return null
  const streams = fields.video === true ? readStreamOffers(fields.streams) : []
  if (!streams) return null
  return { serverId, userId, sessionId: session_id, token, channelId, maxDaveVersion: max, streams }
}

/** The `d` of op 7 (Resume). */
export interface ResumeData {
  readonly serverId: Snowflake
  readonly sessionId: string
  readonly token: string
  /** -1 or absent before any numbered message arrived. */
  readonly acknowledged: number | null
}

/** Returns null for invalid data. */
export function readResume(data: unknown): ResumeData | null {
  const fields = fieldsOf(data)
  const serverId = fields && snowflake(fields.server_id)
  if (!fields || serverId === null) return null
  const { session_id, token, seq_ack } = fields
  if (typeof session_id !== 'string' || typeof token !== 'string') return null
  if (seq_ack != null && !Number.isInteger(seq_ack)) return null
  return { serverId, sessionId: session_id, token, acknowledged: (seq_ack as number | null | undefined) ?? null }
}

/** The `d` of op 1 (Select Protocol): transport encryption and address, or the offer of a browser. */
export type ProtocolChoice =
  | { readonly protocol: 'udp'; readonly mode: TransportMode; readonly address: UdpAddress }
  | { readonly protocol: 'webrtc'; readonly offer: WebRtcOffer }

/** Returns which part is wrong instead of a choice. */
export function readSelectProtocol(data: unknown): ProtocolChoice | 'malformed' | 'protocol' | 'mode' {
  const fields = fieldsOf(data)
  if (!fields || typeof fields.protocol !== 'string') return 'malformed'
  if (fields.protocol === 'udp') return readUdpChoice(fields.data)
  return fields.protocol === 'webrtc' ? readWebRtcChoice(fields) : 'protocol'
}

function readUdpChoice(data: unknown): ProtocolChoice | 'malformed' | 'mode' {
  const fields = fieldsOf(data)
  if (!fields || typeof fields.mode !== 'string' || typeof fields.address !== 'string') return 'malformed'
  const mode = TRANSPORT_MODES.find((one) => one === fields.mode)
  if (!mode) return 'mode'
  const { address, port } = fields
  const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port <= PORT_MAX
  if (!isPort || isIP(address) !== 4) return 'malformed'
  return { protocol: 'udp', mode, address: { ip: address, port } }
}

/** `data` and `sdp` are the same. A choice without either is no choice of WebRTC. */
function readWebRtcChoice({ data, sdp, codecs }: Fields): ProtocolChoice | 'malformed' | 'protocol' {
  const text = typeof data === 'string' ? data : sdp
  if (typeof text !== 'string') return 'protocol'
  const offer = readOffer(text)
  if (!offer) return 'malformed'
  return { protocol: 'webrtc', offer: { ...offer, video: readVideoOffer(text, codecs) } }
}

/** The `d` of op 5 (Speaking). */
export interface SpeakingData {
  readonly flags: number
  readonly delay: number
  /** Absent in messages of some clients. */
  readonly ssrc: number | null
}

/** Returns null for invalid data. Old clients send a boolean. */
export function readSpeaking(data: unknown): SpeakingData | null {
  const fields = fieldsOf(data)
  if (!fields) return null
  const { speaking, delay, ssrc } = fields
  const flags = typeof speaking === 'boolean' ? Number(speaking) : speaking
  if (typeof flags !== 'number' || !Number.isInteger(flags) || flags < 0) return null
  if (ssrc != null && !Number.isInteger(ssrc)) return null
  return { flags, delay: Number.isInteger(delay) ? (delay as number) : 0, ssrc: (ssrc as number | undefined) ?? null }
}

/** The `d` of op 3 (Heartbeat): the value to send back, and the acknowledged number if it has one. */
export interface HeartbeatData {
  readonly nonce: unknown
  readonly acknowledged: number | null
}

/** Reads both forms: `{t, seq_ack}` and the bare number of versions below 8. Returns null for invalid data. */
export function readHeartbeat(data: unknown): HeartbeatData | null {
  if (typeof data === 'number' || data === null) return { nonce: data, acknowledged: null }
  const fields = fieldsOf(data)
  if (!fields || typeof fields.t !== 'number') return null
  return { nonce: fields.t, acknowledged: Number.isInteger(fields.seq_ack) ? (fields.seq_ack as number) : null }
}

/** Reads the `transition_id` of ops 23 and 31. Returns null for invalid data. */
export function readTransitionId(data: unknown): number | null {
  const id = fieldsOf(data)?.transition_id
  return typeof id === 'number' && Number.isInteger(id) && id >= 0 && id <= 0xffff ? id : null
}
