import { VoiceOp } from '@guildhall/protocol/constants'
import { DaveClient } from './dave-client.ts'
import { Speaking } from './speaking.ts'
import type { VoiceMode } from './transport-cipher.ts'
import { type MediaPacket, type MediaTarget, VoiceMedia } from './voice-media.ts'
import { pauseAfter, STABLE_MS, survives } from './voice-retry.ts'
import { VoiceWire } from './voice-wire.ts'

const MODE: VoiceMode = 'aead_aes256_gcm_rtpsize'
const OWN_FAULT = 4_000
const KEEP_ALIVE_MS = 5_000
/** Opus frame of silence. */
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe])
/** Frames of silence after speech. */
const SILENCE_FRAMES = 5

/** State of a voice connection, as RPC names it. */
export type VoiceState =
  | 'DISCONNECTED'
  | 'AWAITING_ENDPOINT'
  | 'CONNECTING'
  | 'AUTHENTICATING'
  | 'VOICE_CONNECTING'
  | 'VOICE_CONNECTED'
  | 'NO_ROUTE'

/** Voice server and place in a call, as VOICE_STATE_UPDATE and VOICE_SERVER_UPDATE name them. */
export interface VoiceSessionAddress {
  readonly endpoint: string
  readonly token: string
  /** Guild, or the channel of a DM. */
  readonly serverId: string
  readonly channelId: string
  readonly userId: string
  readonly sessionId: string
}

export interface VoiceSessionParts {
  readonly address: VoiceSessionAddress
  /** Whether the voice server speaks TLS. */
  readonly secure: boolean
  readonly davey: typeof import('@snazzah/davey')
  readonly onState: (state: VoiceState) => void
  /** Called with round-trip times of media, in milliseconds. */
  readonly onPing: (ms: number) => void
  readonly onSpeaking: (userId: string, isSpeaking: boolean) => void
  /** Called with each Opus frame that can be decrypted, in the order of arrival. `sequence` is that of RTP. */
  readonly onFrame?: (userId: string, frame: Buffer, sequence: number) => void
  /** Called when the session ended without `close`, with the last close code; 0 if no connection opened. */
  readonly onEnd?: (code: number) => void
  /** Certificate of the authority to trust, besides the usual ones. */
  readonly ca?: string | undefined
}

type Json = Record<string, unknown>

/**
 * A participant of a call, who receives and may send. It takes part in the end-to-end encryption, so that the call
 * stays encrypted, and notices who speaks. It connects again by itself, and resumes.
 */
export class VoiceSession {
  readonly #parts: VoiceSessionParts
  readonly #speaking: Speaking
  readonly #members = new Set<string>()
  readonly #userOf = new Map<number, string>()
  #dave: DaveClient
  #wire: VoiceWire | null = null
  #media: VoiceMedia | null = null
  /** Last sequence number of the session; null without a session that can be resumed. */
  #resumeAt: number | null = null
  /** Attempts since the last connection that lasted. */
  #failures = 0
  #connectedAt = Number.POSITIVE_INFINITY
  #heartbeat: NodeJS.Timeout | undefined
  #keepAlive: NodeJS.Timeout | undefined
  #retry: NodeJS.Timeout | undefined
  #echo = { counter: 0, sentAt: 0 }
  #ssrc = 0
  #isSpeaking = false
  #isClosed = false

  constructor(parts: VoiceSessionParts) {
    this.#parts = parts
    this.#speaking = new Speaking({
      onChange: parts.onSpeaking,
      now: () => performance.now(),
      later(ms, task) {
        const timer = setTimeout(task, ms)
        return () => clearTimeout(timer)
      },
    })
    this.#dave = this.#newDave()
    void this.#connect()
  }

  /** Sends one Opus frame of 20 ms. Returns false while media is not connected: the frame is dropped. */
  send(frame: Buffer): boolean {
    if (!this.#media || this.#resumeAt === null || !this.#wire) return false
    if (!this.#isSpeaking) this.#announce(true)
    this.#media.send(this.#dave.encrypt(frame))
    return true
  }

  /** Ends a stretch of speech: frames of silence follow, so that receivers fill no gap, and the end is announced. */
  pause(): void {
    if (!this.#isSpeaking) return
    for (let frame = 0; frame < SILENCE_FRAMES; frame += 1) this.#media?.send(SILENCE)
    this.#announce(false)
  }

  #announce(isSpeaking: boolean): void {
    this.#isSpeaking = isSpeaking
    this.#wire?.send(VoiceOp.SPEAKING, { speaking: isSpeaking ? 1 : 0, delay: 0, ssrc: this.#ssrc })
  }

  /** Leaves the call. The session calls nothing of its parts after that. */
  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    clearTimeout(this.#retry)
    this.#wire?.close(1000)
    this.#endMedia()
    clearInterval(this.#heartbeat)
  }

  #newDave(): DaveClient {
    const { davey, address } = this.#parts
    return new DaveClient({
      davey,
      userId: address.userId,
      channelId: address.channelId,
      sendJson: (op, d) => this.#wire?.send(op, d),
      sendBinary: (op, payload) => this.#wire?.sendBinary(op, payload),
      members: () => this.#members,
    })
  }

  #tell(state: VoiceState): void {
    if (!this.#isClosed) this.#parts.onState(state)
  }

  async #connect(): Promise<void> {
    const { address, secure } = this.#parts
    this.#tell('CONNECTING')
    let wire: VoiceWire
    try {
      wire = await VoiceWire.connect(`${secure ? 'wss' : 'ws'}://${address.endpoint}/?v=8`, {
        keepsMessages: false,
        ca: this.#parts.ca,
        onJson: (op, d) => this.#attempt(() => this.#receive(op, d as Json)),
        onBinary: (op, payload) => this.#attempt(() => this.#dave.receive(op, payload)),
      })
    } catch {
      // The voice server may be restarting.
      return this.#lost(0)
    }
    if (this.#isClosed) return wire.close(1000)
    this.#wire = wire
    void wire.closed.then(({ code }) => this.#lost(code))
    this.#tell('AUTHENTICATING')
    this.#begin(wire)
  }

  /** Resumes the session, or begins a new one. */
  #begin(wire: VoiceWire): void {
    const { serverId, sessionId, token, userId } = this.#parts.address
    const session = { server_id: serverId, session_id: sessionId, token }
    if (this.#resumeAt !== null) {
      wire.seq = this.#resumeAt
      return wire.send(VoiceOp.RESUME, { ...session, seq_ack: this.#resumeAt })
    }
    this.#endMedia()
    this.#isSpeaking = false
    this.#members.clear()
    this.#userOf.clear()
    this.#dave = this.#newDave()
    wire.send(VoiceOp.IDENTIFY, { ...session, user_id: userId, max_dave_protocol_version: 1 })
  }

  #lost(code: number): void {
    clearInterval(this.#heartbeat)
    if (this.#isClosed) return
    if (!survives(code)) this.#resumeAt = null
    if (this.#resumeAt !== null && this.#wire) this.#resumeAt = this.#wire.seq
    this.#wire = null
    if (performance.now() - this.#connectedAt > STABLE_MS) this.#failures = 0
    this.#connectedAt = Number.POSITIVE_INFINITY
    const pause = pauseAfter(code, this.#failures)
    this.#failures += 1
    if (pause === null) {
      this.#endMedia()
      this.#parts.onEnd?.(code)
      return this.#tell('DISCONNECTED')
    }
    this.#retry = setTimeout(() => void this.#connect(), pause)
  }

  #endMedia(): void {
    clearInterval(this.#keepAlive)
    this.#media?.close()
    this.#media = null
    this.#speaking.clear()
  }

  #receive(op: number, d: Json): void {
    switch (op) {
      case VoiceOp.HELLO:
        return this.#beat(d.heartbeat_interval as number)
      case VoiceOp.READY:
        this.#ssrc = d.ssrc as number
        return void this.#openMedia(d as unknown as MediaTarget)
      case VoiceOp.SESSION_DESCRIPTION:
        this.#media?.use(d.mode as VoiceMode, Buffer.from(d.secret_key as number[]))
        this.#dave.start(d.dave_protocol_version as number)
        return this.#connected()
      case VoiceOp.RESUMED:
        return this.#connected()
      case VoiceOp.SPEAKING:
        this.#userOf.set(d.ssrc as number, d.user_id as string)
        return this.#speaking.announced(d.user_id as string, d.speaking as number)
      case VoiceOp.CLIENTS_CONNECT:
        for (const id of d.user_ids as string[]) this.#members.add(id)
        return
      case VoiceOp.CLIENT_DISCONNECT:
        return this.#forget(d.user_id as string)
      case VoiceOp.DAVE_PREPARE_TRANSITION:
        return this.#dave.prepareTransition(d as Record<string, number>)
      case VoiceOp.DAVE_EXECUTE_TRANSITION:
        return this.#dave.executeTransition(d.transition_id as number)
      case VoiceOp.DAVE_PREPARE_EPOCH:
        return this.#dave.prepareEpoch(d as Record<string, number>)
    }
  }

  /** Handles a message. Other participants write those of the group: a fault begins a new session. */
  #attempt(handle: () => void): void {
    // HELLO may come after `close`, and nothing would end its heartbeat.
    if (this.#isClosed) return
    try {
      handle()
    } catch {
      this.#resumeAt = null
      this.#wire?.close(OWN_FAULT)
    }
  }

  #forget(userId: string): void {
    this.#members.delete(userId)
    for (const [ssrc, id] of this.#userOf) if (id === userId) this.#userOf.delete(ssrc)
    this.#speaking.left(userId)
  }

  async #openMedia(target: MediaTarget): Promise<void> {
    this.#tell('VOICE_CONNECTING')
    const wire = this.#wire
    try {
      const media = await VoiceMedia.open(target, (packet) => this.#heard(packet))
      if (this.#isClosed || wire !== this.#wire) return media.close()
      this.#media = media
      media.onEcho = (counter) => {
        if (counter === this.#echo.counter) this.#parts.onPing(Math.round(performance.now() - this.#echo.sentAt))
      }
      const data = { ...(await media.discover()), mode: MODE }
      if (wire === this.#wire) wire?.send(VoiceOp.SELECT_PROTOCOL, { protocol: 'udp', data })
    } catch {
      if (wire !== this.#wire) return
      this.#tell('NO_ROUTE')
      wire?.close(OWN_FAULT)
    }
  }

  #connected(): void {
    this.#resumeAt = this.#wire?.seq ?? -1
    this.#connectedAt = performance.now()
    this.#tell('VOICE_CONNECTED')
    clearInterval(this.#keepAlive)
    this.#keepAlive = setInterval(() => this.#ping(), KEEP_ALIVE_MS)
    this.#ping()
  }

  #ping(): void {
    this.#echo = { counter: (this.#echo.counter + 1) >>> 0, sentAt: performance.now() }
    this.#media?.keepAlive(this.#echo.counter)
  }

  #heard({ ssrc, sequence, payload }: MediaPacket): void {
    const userId = this.#userOf.get(ssrc)
    if (userId === undefined || payload.equals(SILENCE)) return
    this.#speaking.heard(userId)
    const { onFrame } = this.#parts
    if (!onFrame) return
    let frame: Buffer
    try {
      frame = this.#dave.decrypt(userId, payload)
    } catch {
      // Frames of the moment in which the group changes.
      return
    }
    onFrame(userId, frame, sequence)
  }

  #beat(intervalMs: number): void {
    clearInterval(this.#heartbeat)
    this.#heartbeat = setInterval(() => {
      this.#wire?.send(VoiceOp.HEARTBEAT, { t: Date.now(), seq_ack: this.#wire.seq })
    }, intervalMs)
  }
}
