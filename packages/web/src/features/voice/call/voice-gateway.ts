import { VoiceCloseCode, VoiceOp } from '@guildhall/protocol'
import { openVoiceSocket } from './voice-socket.ts'

const VERSION = 8
/** Bytes before the payload of a binary message: sequence number and opcode. */
const BINARY_HEADER_BYTES = 3
const RECONNECT_MS = [0, 500, 1_000, 2_000]
/** Close codes after which the voice session cannot go on, but another one may begin. */
const ENDED: ReadonlySet<number> = new Set([VoiceCloseCode.SESSION_INVALID, VoiceCloseCode.SESSION_TIMEOUT])
/** Close codes after which the server does not want this client back. */
const REFUSED: ReadonlySet<number> = new Set([
  VoiceCloseCode.AUTHENTICATION_FAILED,
  VoiceCloseCode.SERVER_NOT_FOUND,
  VoiceCloseCode.DISCONNECTED,
  VoiceCloseCode.ENCRYPTION_REQUIRED,
  VoiceCloseCode.BAD_REQUEST,
  VoiceCloseCode.RATE_LIMITED,
  VoiceCloseCode.CALL_TERMINATED,
])

/** Everything that identifies a voice session (op 0). */
export interface VoiceIdentity {
  readonly serverId: string
  readonly channelId: string
  readonly userId: string
  readonly sessionId: string
  readonly token: string
}

export interface VoiceGatewayParts {
  /** Host and port of VOICE_SERVER_UPDATE. */
  readonly endpoint: string
  readonly identity: VoiceIdentity
  /** 0 in a browser that cannot take part in encrypted calls. */
  readonly maxDaveVersion: 0 | 1
  /** Streams of video that may be sent. */
  readonly streams: readonly { readonly type: 'video'; readonly rid: string; readonly quality: number }[]
  /** Takes a message: `d` of JSON, or the payload of a binary one. */
  readonly onMessage: (op: number, data: unknown) => void
  /** Whether the socket is open or on its way; the session is kept meanwhile. */
  readonly onConnected: (connected: boolean) => void
  /** The session has ended: `again` if another one may begin. */
  readonly onEnd: (again: boolean, code: number) => void
  /** Reports the time of a heartbeat and back, in ms. */
  readonly onPing: (ms: number) => void
}

/** The socket of a voice session. It sends heartbeats, and resumes after a loss. */
export class VoiceGateway {
  readonly #parts: VoiceGatewayParts
  #socket: WebSocket | null = null
  #seq = -1
  #ready = false
  #attempt = 0
  #closed = false
  #heartbeat: ReturnType<typeof setInterval> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #acknowledged = true

  constructor(parts: VoiceGatewayParts) {
    this.#parts = parts
    void this.#connect()
  }

  send(op: number, d: unknown): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ op, d }))
  }

  sendBinary(op: number, payload: Uint8Array): void {
    if (this.#socket?.readyState !== WebSocket.OPEN) return
    const message = new Uint8Array(1 + payload.length)
    message[0] = op
    message.set(payload, 1)
    this.#socket.send(message)
  }

  /** Leaves. Nothing is reported any more. */
  close(): void {
    this.#closed = true
    this.#stop()
    this.#socket?.close(1000)
  }

  async #connect(): Promise<void> {
    const socket = await openVoiceSocket(this.#parts.endpoint, `?v=${VERSION}`)
    if (this.#closed) return socket?.close(1000)
    if (!socket) return this.#lost(0)
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (this.#socket === socket) this.#receive(data)
    }
    socket.onclose = ({ code }) => {
      if (this.#socket === socket && !this.#closed) this.#lost(code)
    }
  }

  #receive(data: string | ArrayBuffer): void {
    if (typeof data !== 'string') return this.#binary(new Uint8Array(data))
    const { op, d, seq } = JSON.parse(data) as { op: number; d: unknown; seq?: number }
    if (seq !== undefined) this.#seq = seq
    if (op === VoiceOp.HELLO) this.#hello(d as { heartbeat_interval: number })
    else if (op === VoiceOp.HEARTBEAT_ACK) this.#pong(d as { t: number })
    else this.#message(op, d)
  }

  #binary(bytes: Uint8Array): void {
    this.#seq = (bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)
    this.#parts.onMessage(bytes[2] ?? 0, bytes.subarray(BINARY_HEADER_BYTES))
  }

  #message(op: number, d: unknown): void {
    if (op === VoiceOp.READY || op === VoiceOp.RESUMED) {
      this.#ready = true
      this.#attempt = 0
      this.#parts.onConnected(true)
    }
    this.#parts.onMessage(op, d)
  }

  #hello({ heartbeat_interval }: { heartbeat_interval: number }): void {
    const { serverId, channelId, userId, sessionId, token } = this.#parts.identity
    if (this.#ready)
      this.send(VoiceOp.RESUME, { server_id: serverId, session_id: sessionId, token, seq_ack: this.#seq })
    else
      this.send(VoiceOp.IDENTIFY, {
        server_id: serverId,
        channel_id: channelId,
        user_id: userId,
        session_id: sessionId,
        token,
        max_dave_protocol_version: this.#parts.maxDaveVersion,
        video: true,
        streams: this.#parts.streams,
      })
    clearInterval(this.#heartbeat)
    this.#acknowledged = true
    this.#heartbeat = setInterval(() => this.#beat(), heartbeat_interval)
  }

  #beat(): void {
    // A network that went away is noticed by the missing answer.
    if (!this.#acknowledged) return this.#lost(0)
    this.#acknowledged = false
    this.send(VoiceOp.HEARTBEAT, { t: Date.now(), seq_ack: this.#seq })
  }

  #pong({ t }: { t: number }): void {
    this.#acknowledged = true
    this.#parts.onPing(Date.now() - t)
  }

  #lost(code: number): void {
    this.#stop()
    const former = this.#socket
    this.#socket = null
    former?.close()
    if (REFUSED.has(code)) return this.#parts.onEnd(false, code)
    const delay = RECONNECT_MS[this.#attempt]
    if (ENDED.has(code) || delay === undefined) return this.#parts.onEnd(true, code)
    this.#attempt += 1
    this.#parts.onConnected(false)
    this.#retry = setTimeout(() => void this.#connect(), delay)
  }

  #stop(): void {
    clearInterval(this.#heartbeat)
    clearTimeout(this.#retry)
  }
}
