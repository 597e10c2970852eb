import type { Socket } from 'node:net'
import { CloseCode } from '../rpc/codes.ts'
import type { Host, RpcApplication } from '../rpc/host.ts'
import { PseudoScope } from '../rpc/scopes.ts'
import { RpcSession, type RpcTables, type RpcTrace } from '../rpc/session.ts'
import { encodeFrame, type Frame, FrameError, FrameReader, Opcode } from './frames.ts'

/** Bytes that wait for a game that does not read. */
const UNREAD_BYTES_MAX = 8 * 1_048_576

export interface IpcParts {
  readonly host: Host
  readonly tables: RpcTables
  readonly trace?: RpcTrace | undefined
  /** Returns the application of a client id, once it may connect; null for an unknown one. */
  readonly admit: (clientId: string, ended: AbortSignal) => Promise<RpcApplication | null>
}

/** Serves one connection of a game over IPC: handshake, then commands. [RPC-4] [RPC-5] */
export class IpcConnection {
  readonly #socket: Socket
  readonly #parts: IpcParts
  readonly #reader = new FrameReader()
  /** Frames that wait for the one before: some libraries lose the second frame of one read. (decided) */
  readonly #waiting: Buffer[] = []
  #waitingBytes = 0
  readonly #ended = new AbortController()
  #isWriting = false
  #isEnding = false
  #session: RpcSession | null = null
  #shakesHands = false

  constructor(socket: Socket, parts: IpcParts) {
    this.#socket = socket
    this.#parts = parts
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#read(chunk))
    socket.on('close', () => {
      this.#ended.abort()
      this.#session?.end()
    })
    // `close` follows each error.
    socket.on('error', () => {})
  }

  #read(chunk: Buffer): void {
    try {
      for (const frame of this.#reader.read(chunk)) this.#receive(frame)
    } catch (error) {
      if (!(error instanceof FrameError)) throw error
      this.#close(CloseCode.UNSUPPORTED, error.message)
    }
  }

  #receive({ opcode, data }: Frame): void {
    if (this.#socket.destroyed || this.#isEnding) return
    switch (opcode) {
      case Opcode.HANDSHAKE:
        if (this.#shakesHands) return this.#close(CloseCode.UNSUPPORTED, 'A second handshake')
        this.#shakesHands = true
        return void this.#handshake(data)
      case Opcode.FRAME:
        if (!this.#session) return this.#close(CloseCode.UNSUPPORTED, 'A frame before the handshake has ended')
        return void this.#session.receive(data)
      case Opcode.PING:
        return this.#write(Opcode.PONG, data)
      case Opcode.PONG:
        return
      case Opcode.CLOSE:
        return void this.#socket.end()
      default:
        return this.#close(CloseCode.UNSUPPORTED, `Unknown opcode ${opcode}`)
    }
  }

  async #handshake(data: unknown): Promise<void> {
    const { v, client_id } = (typeof data === 'object' && data !== null ? data : {}) as Record<string, unknown>
    if (v !== 1 && v !== '1') return this.#close(CloseCode.INVALID_VERSION, 'Invalid Version')
    const application = isClientId(client_id) ? await this.#admit(String(client_id)) : null
    if (!application) return this.#close(CloseCode.INVALID_CLIENTID, 'Invalid Client ID')
    if (this.#socket.destroyed) return
    this.#session = new RpcSession({
      application,
      host: this.#parts.host,
      tables: this.#parts.tables,
      trace: this.#parts.trace,
      transport: {
        scopes: [PseudoScope.LOCAL],
        send: (message) => this.#write(Opcode.FRAME, message),
        close: (code, message) => this.#close(code, message),
      },
    })
  }

  /** Returns null too when the platform cannot be asked: the game tries again later. */
  async #admit(clientId: string): Promise<RpcApplication | null> {
    return this.#parts.admit(clientId, this.#ended.signal).catch(() => null)
  }

  #write(opcode: Opcode, data: unknown): void {
    if (this.#isEnding) return
    const frame = encodeFrame(opcode, data)
    this.#waitingBytes += frame.length
    if (this.#waitingBytes > UNREAD_BYTES_MAX) return void this.#socket.destroy()
    this.#waiting.push(frame)
    this.#writeNext()
  }

  #writeNext(): void {
    if (this.#isWriting || this.#socket.destroyed) return
    const frame = this.#waiting.shift()
    if (!frame) {
      if (this.#isEnding) this.#socket.end()
      return
    }
    this.#isWriting = true
    this.#socket.write(frame, () => {
      this.#waitingBytes -= frame.length
      setImmediate(() => {
        this.#isWriting = false
        this.#writeNext()
      })
    })
  }

  #close(code: CloseCode, message: string): void {
    this.#write(Opcode.CLOSE, { code, message })
    this.#isEnding = true
    this.#writeNext()
  }
}

function isClientId(value: unknown): boolean {
  return (typeof value === 'string' || typeof value === 'number') && /^[0-9]{1,20}$/.test(String(value))
}
