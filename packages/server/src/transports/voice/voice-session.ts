import { type Instant, VOICE_VERSION_SEQUENCED, VoiceOp } from '@guildhall/protocol'
import type { VoiceTicket } from '../../kernel/voice.ts'
import type { MediaSession } from './media/media-server.ts'
import { VoiceReplay } from './replay.ts'
import type { VoiceSocket } from './voice-socket.ts'

/** Messages of these ops have sequence numbers and are sent again after Resume. */
const NUMBERED: ReadonlySet<number> = new Set([
  VoiceOp.SPEAKING,
  VoiceOp.VIDEO,
  VoiceOp.MEDIA_SINK_WANTS,
  VoiceOp.CLIENTS_CONNECT,
  VoiceOp.CLIENT_DISCONNECT,
  VoiceOp.DAVE_PREPARE_TRANSITION,
  VoiceOp.DAVE_EXECUTE_TRANSITION,
  VoiceOp.DAVE_PREPARE_EPOCH,
])
/** Bytes before the payload of a binary message: sequence number and opcode. */
const BINARY_HEADER_BYTES = 3

export interface VoiceSessionOptions {
  ticket: VoiceTicket
  version: number
  /** 0 for a client without end-to-end encryption. */
  maxDaveVersion: number
  /** Whether the call can be encrypted. */
  encrypted: boolean
  /** Whether the client may set the priority bit. */
  priority: boolean
  media: MediaSession
}

/** A client's voice session. It outlives its sockets by the time in which the client may resume. */
export class VoiceSession {
  readonly ticket: VoiceTicket
  readonly version: number
  readonly maxDaveVersion: number
  readonly encrypted: boolean
  readonly priority: boolean
  readonly media: MediaSession
  readonly #replay = new VoiceReplay()
  #socket: VoiceSocket | null = null
  /** Count of messages when the socket was lost, for versions without acknowledgements. */
  #sentBeforeLoss = 0
  /** Whether the session was ended, so that it cannot be resumed. */
  ended = false
  /** Time at which the last socket was lost. */
  lostAt = 0
  /** Last op 5 of the client; null before the first one. */
  #speaking: { flags: number; delay: number } | null = null
  /** Platform date at which the client last began or stopped to speak. */
  #spokeAt: Instant | null = null
  /** Names of the streams of video that the client sends. */
  #shown: readonly string[] = []

  constructor({ ticket, version, maxDaveVersion, encrypted, priority, media }: VoiceSessionOptions) {
    this.ticket = ticket
    this.version = version
    this.maxDaveVersion = maxDaveVersion
    this.encrypted = encrypted
    this.priority = priority
    this.media = media
  }

  get speaking(): { readonly flags: number; readonly delay: number } | null {
    return this.#speaking
  }

  /** Whether the client sends video, by op 12. */
  get showsVideo(): boolean {
    return this.#shown.length > 0
  }

  /** Notes an op 12 of the client: the names of the streams that it sends. */
  showVideo(rids: readonly string[]): void {
    this.#shown = rids.filter((rid) => this.media.streams.some((stream) => stream.rid === rid))
    this.media.show(this.#shown)
  }

  /** Returns the `streams` of ops 2 and 12. */
  describeStreams(): object[] {
    return this.media.streams.map(({ rid, quality, ssrc, rtxSsrc }) => ({
      type: 'video',
      rid,
      ssrc,
      rtx_ssrc: rtxSsrc,
      quality,
      active: this.#shown.includes(rid),
    }))
  }

  /** Notes an op 5 of the client. */
  announceSpeaking(speaking: { flags: number; delay: number }, at: Instant): void {
    this.#speaking = speaking
    this.spoke(at)
  }

  /** Notes that the client speaks. */
  spoke(at: Instant): void {
    this.#spokeAt = at
  }

  /** Returns the platform date at which the client last spoke, which is `now` while it speaks; null before that. */
  spokeAt(now: Instant): Instant | null {
    return this.#speaking && this.#speaking.flags !== 0 ? now : this.#spokeAt
  }

  /** The open socket; null while the client is away. */
  get socket(): VoiceSocket | null {
    return this.#socket
  }

  attach(socket: VoiceSocket): void {
    this.#socket = socket
  }

  /** Notes that the socket was lost. Numbered messages are kept for Resume. */
  detach(): void {
    this.#socket = null
    this.#sentBeforeLoss = this.#replay.last
  }

  /** Sends a JSON message. */
  send(op: number, data: unknown): void {
    if (!NUMBERED.has(op)) return void this.#socket?.sendJson({ op, d: data })
    const seq = this.version >= VOICE_VERSION_SEQUENCED ? { seq: this.#replay.nextNumber } : {}
    this.#number(Buffer.from(JSON.stringify({ op, d: data, ...seq })), false)
  }

  /** Sends a binary message. */
  sendBinary(op: number, payload: Buffer): void {
    const header = Buffer.allocUnsafe(BINARY_HEADER_BYTES)
    header.writeUInt16BE(this.#replay.nextNumber, 0)
    header[2] = op
    this.#number(Buffer.concat([header, payload]), true)
  }

  #number(bytes: Buffer, binary: boolean): void {
    this.#replay.push({ bytes, binary })
    this.#socket?.send(bytes, binary)
  }

  /** Drops messages that the client has received. */
  acknowledge(number: number): void {
    this.#replay.acknowledge(number)
  }

  /** Returns whether all messages after the client's last one are still there. */
  canResumeFrom(acknowledged: number | null): boolean {
    return this.#replay.after(this.#countOf(acknowledged)) !== undefined
  }

  /** Continues on another socket: sends op 9, which clients need first, and then what the client missed. */
  resume(socket: VoiceSocket, acknowledged: number | null): void {
    // A half-open socket was not noticed to be lost.
    if (this.#socket) this.#sentBeforeLoss = this.#replay.last
    this.#socket = socket
    socket.sendJson({ op: VoiceOp.RESUMED, d: null })
    for (const { bytes, binary } of this.#replay.after(this.#countOf(acknowledged)) ?? []) socket.send(bytes, binary)
  }

  #countOf(acknowledged: number | null): number {
    if (this.version < VOICE_VERSION_SEQUENCED) return this.#sentBeforeLoss
    return acknowledged === null ? 0 : this.#replay.countOf(acknowledged)
  }
}
