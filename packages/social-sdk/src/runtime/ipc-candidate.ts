import { connect, type Socket } from 'node:net'
import { encodeFrame, type Frame, FrameReader, Opcode } from '@guildhall/local-client/ipc'
import type { Link, LinkEvents } from '../local-client/link.ts'

/** Time in which a peer has to answer the handshake. Local clients delay those of busy applications by a minute. */
const HANDSHAKE_MS = 65_000
/** Frames that a peer may send within a second. */
const FRAMES_MAX = 500
const WINDOW_MS = 1_000
/** Bytes that wait for a peer that does not read. */
const UNREAD_BYTES_MAX = 1_048_576

/** A socket that may have a local client behind it. A peer that breaks the rules of frames is left. */
export class IpcCandidate {
  /** Resolves with whether the peer has answered the handshake. */
  readonly answered: Promise<boolean>
  readonly #answer: (isReady: boolean) => void
  readonly #socket: Socket
  readonly #events: LinkEvents
  readonly #reader = new FrameReader()
  readonly #limit: NodeJS.Timeout
  #ready: unknown
  #isReady = false
  #isChosen = false
  #frames = 0
  #windowStart = 0

  constructor(path: string, clientId: string, events: LinkEvents) {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.answered = promise
    this.#answer = resolve
    this.#events = events
    this.#socket = connect(path)
    // A game runs by its own loop; a local client does not keep it alive.
    this.#socket.unref()
    this.#limit = setTimeout(() => this.end(), HANDSHAKE_MS).unref()
    this.#socket.on('connect', () => this.#write(Opcode.HANDSHAKE, { v: 1, client_id: clientId }))
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk))
    // `close` follows each error.
    this.#socket.on('error', () => {})
    this.#socket.on('close', () => this.#closed())
  }

  get isReady(): boolean {
    return this.#isReady
  }

  /** Returns the connection for use: its events are reported from now on. */
  choose(): Link {
    this.#isChosen = true
    if (this.#socket.destroyed) queueMicrotask(this.#events.onEnd)
    return {
      ready: this.#ready,
      send: (message) => this.#write(Opcode.FRAME, message),
      end: () => this.end(),
    }
  }

  end(): void {
    clearTimeout(this.#limit)
    this.#socket.destroy()
    this.#answer(false)
  }

  #closed(): void {
    this.end()
    if (this.#isChosen) this.#events.onEnd()
  }

  #write(opcode: Opcode, data: unknown): void {
    this.#socket.write(encodeFrame(opcode, data))
    if (this.#socket.writableLength > UNREAD_BYTES_MAX) this.end()
  }

  #read(chunk: Buffer): void {
    try {
      for (const frame of this.#reader.read(chunk)) if (!this.#socket.destroyed) this.#receive(frame)
    } catch {
      this.end()
    }
  }

  #receive({ opcode, data }: Frame): void {
    if (this.#isFlood()) return this.end()
    if (opcode === Opcode.PING) return this.#write(Opcode.PONG, data)
    if (opcode === Opcode.PONG) return
    if (opcode !== Opcode.FRAME || !isObject(data)) return this.end()
    if (this.#isReady) return this.#isChosen ? this.#events.onMessage(data) : undefined
    if (data.cmd !== 'DISPATCH' || data.evt !== 'READY') return this.end()
    clearTimeout(this.#limit)
    this.#isReady = true
    this.#ready = data.data
    this.#answer(true)
  }

  #isFlood(): boolean {
    const now = performance.now()
    if (now - this.#windowStart >= WINDOW_MS) {
      this.#windowStart = now
      this.#frames = 0
    }
    this.#frames += 1
    return this.#frames > FRAMES_MAX
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
