import { once } from 'node:events'
import { WebSocket } from 'ws'

/** Close code for a message that cannot be read. */
const UNREADABLE = 4_000
/** Bytes of the sequence number and the opcode of a binary message. */
const BINARY_HEADER_BYTES = 3

/** Close code and reason of a connection that ended. */
export interface VoiceClosed {
  code: number
  reason: string
}

export interface VoiceWireOptions {
  /** Certificate of the authority to trust, besides the usual ones. */
  ca?: string | Buffer | undefined
  /** Whether JSON messages are kept for `next`. Default true. */
  keepsMessages?: boolean
  /** Called with each JSON message, from the first one. */
  onJson?: (op: number, d: unknown) => void
  /** Called with each binary message. */
  onBinary?: (op: number, payload: Buffer) => void
}

/** A JSON message of the voice server. */
export interface VoiceMessage {
  op: number
  d: Record<string, unknown>
  seq?: number
}

/** WebSocket of a voice client: sends and receives messages, and knows the last sequence number. */
export class VoiceWire {
  readonly closed: Promise<VoiceClosed>
  /** JSON messages that no call has taken yet. */
  readonly messages: VoiceMessage[] = []
  /** Last sequence number; -1 before the first. */
  seq = -1
  onJson: (op: number, d: unknown) => void
  onBinary: (op: number, payload: Buffer) => void
  readonly #keepsMessages: boolean
  readonly #socket: WebSocket
  readonly #waiting = new Set<{ op: number; resolve(message: VoiceMessage): void; reject(error: Error): void }>()

  private constructor(socket: WebSocket, options: VoiceWireOptions) {
    const { keepsMessages = true, onJson = () => undefined, onBinary = () => undefined } = options
    this.#socket = socket
    this.#keepsMessages = keepsMessages
    this.onJson = onJson
    this.onBinary = onBinary
    socket.on('message', (data: Buffer, binary) => {
      const read = binary ? readBinary(data) : readJson(data)
      // A server that does not speak the protocol ends the connection, not the process.
      if (!read) return socket.close(UNREADABLE)
      this.seq = read.seq ?? this.seq
      if ('payload' in read) this.onBinary(read.op, read.payload)
      else this.#json(read)
    })
    socket.on('error', () => undefined) // A close follows, and `connect` has its own listener.
    // `once` would reject for an error of the socket, and nobody waits for the close of one that never opened.
    this.closed = new Promise((resolve) => {
      socket.on('close', (code, reason) => {
        const error = new Error(`the voice connection was closed with ${code} ${reason}`.trimEnd())
        for (const { reject } of this.#waiting) reject(error)
        resolve({ code, reason: reason.toString() })
      })
    })
  }

  /** Opens a WebSocket; rejects if the upgrade is refused. */
  static async connect(url: string, options: VoiceWireOptions = {}): Promise<VoiceWire> {
    const socket = new WebSocket(url, { perMessageDeflate: false, ca: options.ca })
    const wire = new VoiceWire(socket, options)
    await once(socket, 'open')
    return wire
  }

  #json(message: VoiceMessage): void {
    const waiting = [...this.#waiting].find(({ op }) => op === message.op)
    if (!waiting && this.#keepsMessages) this.messages.push(message)
    this.onJson(message.op, message.d)
    waiting?.resolve(message)
  }

  /** Takes the first message with an opcode, already received or future. */
  async next(op: number, timeoutMs: number): Promise<VoiceMessage> {
    const index = this.messages.findIndex((message) => message.op === op)
    const [found] = index < 0 ? [] : this.messages.splice(index, 1)
    if (found) return found
    const { promise, resolve, reject } = Promise.withResolvers<VoiceMessage>()
    const waiting = { op, resolve, reject }
    this.#waiting.add(waiting)
    if (this.#socket.readyState >= WebSocket.CLOSING)
      void this.closed.then(() => reject(new Error('the voice connection is closed')))
    const guard = setTimeout(() => reject(new Error(`no voice op ${op} within ${timeoutMs} ms`)), timeoutMs)
    try {
      return await promise
    } finally {
      clearTimeout(guard)
      this.#waiting.delete(waiting)
    }
  }

  send(op: number, d: unknown): void {
    this.#socket.send(JSON.stringify({ op, d }))
  }

  sendBinary(op: number, payload: Buffer): void {
    this.#socket.send(Buffer.concat([Buffer.from([op]), payload]))
  }

  close(code: number): void {
    this.#socket.close(code)
  }

  terminate(): void {
    this.#socket.terminate()
  }
}

function readBinary(data: Buffer): { seq: number; op: number; payload: Buffer } | null {
  if (data.length < BINARY_HEADER_BYTES) return null
  return { seq: data.readUInt16BE(0), op: data.readUInt8(2), payload: data.subarray(BINARY_HEADER_BYTES) }
}

function readJson(data: Buffer): VoiceMessage | null {
  try {
    const message = JSON.parse(data.toString()) as VoiceMessage | null
    return typeof message?.op === 'number' ? message : null
  } catch {
    return null
  }
}
