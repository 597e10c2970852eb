import { VOICE_VERSION_SEQUENCED, VoiceCloseCode, VoiceOp } from '@guildhall/protocol'
import type { Logger } from 'pino'
import type { Clock } from '../../kernel/clock.ts'
import { FirstFrame } from '../first-frame.ts'
import { type Admission, type AdmissionRefusal, REFUSALS } from './admission.ts'
import type { Calls } from './calls.ts'
import { type IceServerEntry, iceServersFor } from './ice-servers.ts'
import { TRANSPORT_MODES } from './media/media-server.ts'
import { MessageRate } from './message-rate.ts'
import { readHeartbeat, readIdentify, readResume } from './payloads.ts'
import { BINARY_COMMANDS, TEXT_COMMANDS, type VoiceCommand } from './voice-command.ts'
import type { VoiceSession } from './voice-session.ts'
import type { VoiceSocket } from './voice-socket.ts'

const VOICE_HEARTBEAT_INTERVAL_MS = 13_750
/** Silence after which the socket is closed: two intervals and some delay. */
const SILENCE_MAX_MS = VOICE_HEARTBEAT_INTERVAL_MS * 2.25
/** Time in which a socket must identify or resume. */
const IDENTIFY_MS = 10_000

export interface VoiceClientParts {
  calls: Calls
  admission: Admission
  /** STUN and TURN servers of the operator. */
  iceServers: readonly IceServerEntry[]
  /** Platform date. */
  clock: Clock
  wallClock: Clock
  log: Logger
}

/** Client of one voice socket: reads its messages and checks which are allowed in its state. */
export class VoiceClient {
  /** Commands about the socket itself, by opcode. They need no session. */
  static readonly #ofSocket: ReadonlyMap<number, (client: VoiceClient, data: unknown) => void> = new Map<
    number,
    (client: VoiceClient, data: unknown) => void
  >([
    [VoiceOp.IDENTIFY, (client, data) => client.#identify(data)],
    [VoiceOp.RESUME, (client, data) => client.#resume(data)],
    [VoiceOp.HEARTBEAT, (client, data) => client.#heartbeat(data)],
  ])

  readonly #parts: VoiceClientParts
  readonly #socket: VoiceSocket
  readonly #version: number
  readonly #onIdentified: () => void
  readonly #rate = new MessageRate()
  /** HELLO. */
  readonly #first: FirstFrame
  #session: VoiceSession | null = null
  #identifying = false
  #heardAt: number
  #cancelTimer: () => void = () => undefined

  constructor(parts: VoiceClientParts, socket: VoiceSocket, options: { version: number; onIdentified: () => void }) {
    this.#parts = parts
    this.#socket = socket
    this.#version = options.version
    this.#onIdentified = options.onIdentified
    this.#heardAt = parts.wallClock.now()
    this.#first = new FirstFrame(() => this.#hello())
  }

  #hello(): void {
    this.#socket.sendJson({
      op: VoiceOp.HELLO,
      d: { v: this.#version, heartbeat_interval: VOICE_HEARTBEAT_INTERVAL_MS },
    })
    const { wallClock } = this.#parts
    this.#cancelTimer = wallClock.at(wallClock.now() + IDENTIFY_MS, () => {
      if (!this.#session) return this.#close(VoiceCloseCode.SESSION_TIMEOUT, 'Session timed out.')
      this.#watchHeartbeats()
    })
  }

  #watchHeartbeats(): void {
    const { wallClock } = this.#parts
    const dueAt = this.#heardAt + SILENCE_MAX_MS
    if (dueAt <= wallClock.now()) return this.#close(VoiceCloseCode.SESSION_TIMEOUT, 'Session timed out.')
    this.#cancelTimer = wallClock.at(dueAt, () => this.#watchHeartbeats())
  }

  /** Handles one message from the client. */
  receive(data: Buffer, binary: boolean): void {
    this.#first.send()
    if (!this.#socket.open) return
    this.#socket.tape.message('in', data, binary)
    if (!this.#rate.take(data.length, this.#parts.wallClock.now()))
      return this.#close(VoiceCloseCode.RATE_LIMITED, 'Rate limited.')
    try {
      if (binary) this.#binary(data)
      else this.#text(data)
    } catch (err) {
      // A fault in one message must not end the process, and with it every call.
      this.#parts.log.error({ err }, 'a voice message failed')
      this.#close(VoiceCloseCode.BAD_REQUEST, 'Bad request.')
    }
  }

  #text(data: Buffer): void {
    let message: { op?: unknown; d?: unknown } | null
    try {
      message = JSON.parse(data.toString()) as typeof message
    } catch {
      return this.#undecodable()
    }
    if (typeof message !== 'object' || message === null || !Number.isInteger(message.op)) return this.#undecodable()
    this.#command(message.op as number, message.d)
  }

  #command(op: number, data: unknown): void {
    const ofSocket = VoiceClient.#ofSocket.get(op)
    if (ofSocket) return ofSocket(this, data)
    this.#run(TEXT_COMMANDS.get(op), data)
  }

  #binary(data: Buffer): void {
    const op = data[0]
    if (op === undefined) return this.#undecodable()
    this.#run(BINARY_COMMANDS.get(op), data.subarray(1))
  }

  #run<Data>(command: VoiceCommand<Data> | undefined, data: Data): void {
    if (!command) return this.#close(VoiceCloseCode.UNKNOWN_OPCODE, 'Unknown opcode.')
    const session = this.#session
    if (!session) return this.#close(VoiceCloseCode.NOT_AUTHENTICATED, 'Not authenticated.')
    const { calls, clock } = this.#parts
    const refused = command.run({ session, calls, now: clock.now() }, data)
    if (refused) this.#close(refused.code, refused.reason)
  }

  #identify(data: unknown): void {
    if (this.#session || this.#identifying)
      return this.#close(VoiceCloseCode.ALREADY_AUTHENTICATED, 'Already authenticated.')
    const request = readIdentify(data)
    if (!request) return this.#undecodable()
    this.#identifying = true
    this.#parts.admission
      .admit(request, this.#version)
      .then((admitted) => this.#admitted(admitted))
      .catch((err) => {
        this.#parts.log.error({ err }, 'a voice client could not identify')
        this.#close(VoiceCloseCode.SERVER_CRASHED, 'Internal error.')
      })
  }

  #admitted(session: VoiceSession | AdmissionRefusal): void {
    if (typeof session === 'string') return this.#refuse(session)
    if (!this.#socket.open) return this.#parts.calls.end(session, VoiceCloseCode.DISCONNECTED, 'Disconnected.')
    this.#begin(session)
    session.attach(this.#socket)
    const { ssrc, server } = session.media
    session.send(VoiceOp.READY, {
      ssrc,
      ip: server.ip,
      port: server.port,
      modes: TRANSPORT_MODES,
      experiments: [],
      streams: session.describeStreams(),
      ice_servers: iceServersFor(this.#parts.iceServers, session.ticket.userId, this.#parts.wallClock.now()),
    })
  }

  #begin(session: VoiceSession): void {
    this.#session = session
    this.#socket.tape.begin(session.ticket)
    this.#heardAt = this.#parts.wallClock.now()
    this.#onIdentified()
  }

  #refuse(refusal: AdmissionRefusal): void {
    const { code, reason } = REFUSALS[refusal]
    this.#close(code, reason)
  }

  #resume(data: unknown): void {
    if (this.#session || this.#identifying)
      return this.#close(VoiceCloseCode.ALREADY_AUTHENTICATED, 'Already authenticated.')
    const request = readResume(data)
    if (!request) return this.#undecodable()
    const session = this.#parts.admission.resume(request)
    if (typeof session === 'string') return this.#refuse(session)
    const former = session.socket
    this.#begin(session)
    session.resume(this.#socket, request.acknowledged)
    former?.terminate()
  }

  #heartbeat(data: unknown): void {
    const heartbeat = readHeartbeat(data)
    if (!heartbeat) return this.#undecodable()
    this.#heardAt = this.#parts.wallClock.now()
    if (heartbeat.acknowledged !== null) this.#session?.acknowledge(heartbeat.acknowledged)
    const { nonce } = heartbeat
    const d = this.#version >= VOICE_VERSION_SEQUENCED ? { t: nonce } : nonce
    this.#socket.sendJson({ op: VoiceOp.HEARTBEAT_ACK, d })
  }

  #undecodable(): void {
    this.#close(VoiceCloseCode.DECODE_ERROR, 'Failed to decode payload.')
  }

  /** Closes the socket because of a fault of the client, which ends its session. */
  #close(code: number, reason: string): void {
    const session = this.#session
    if (session && session.socket === this.#socket) this.#parts.calls.end(session, code, reason)
    this.#socket.close(code, reason)
  }

  /**
   * Notes that the socket was closed.
   * @param left whether the client closed it in order to leave
   */
  closed(left: boolean): void {
    this.#first.cancel()
    this.#cancelTimer()
    const session = this.#session
    if (!session || session.ended || session.socket !== this.#socket) return
    if (left) this.#parts.calls.end(session, VoiceCloseCode.DISCONNECTED, 'Disconnected.')
    else this.#parts.calls.lost(session)
  }
}
