import { connect, type Socket } from 'node:net'
import { encodeFrame, type Frame, FrameReader, Opcode } from '../../src/ipc/frames.ts'

/** Message of a session. */
interface Message {
  readonly cmd?: string
  readonly evt?: string | null
  readonly nonce?: string | null
  readonly code?: number
  readonly data?: Record<string, unknown> | null
}

/** A game that writes frames by itself, for what client libraries do not send. */
export class IpcGame {
  readonly socket: Socket
  readonly closed: Promise<void>
  readonly #reader = new FrameReader()
  readonly #frames: Frame[] = []
  #arrived: () => void = () => {}
  #nonce = 0

  constructor(path: string) {
    this.socket = connect(path)
    this.socket.on('data', (chunk: Buffer) => {
      this.#frames.push(...this.#reader.read(chunk))
      this.#arrived()
    })
    this.socket.on('error', () => {})
    this.closed = new Promise((resolve) => {
      this.socket.on('close', () => {
        this.#arrived()
        resolve()
      })
    })
  }

  /** Connects as an application, and resolves after READY. */
  static async connect(path: string, clientId: string): Promise<IpcGame> {
    const game = new IpcGame(path)
    game.write(Opcode.HANDSHAKE, { v: 1, client_id: clientId })
    await game.event('READY')
    return game
  }

  write(opcode: Opcode, data: unknown): void {
    this.socket.write(encodeFrame(opcode, data))
  }

  /** Returns the first frame that a condition accepts; undefined once the connection has ended. */
  async next(accepts: (message: Message, opcode: number) => boolean): Promise<Message | undefined> {
    for (;;) {
      const index = this.#frames.findIndex(({ opcode, data }) => accepts(data as Message, opcode))
      if (index >= 0) return this.#frames.splice(index, 1)[0]?.data as Message
      if (this.socket.destroyed) return undefined
      await new Promise<void>((resolve) => {
        this.#arrived = resolve
      })
    }
  }

  async event(name: string): Promise<Message> {
    return (await this.next(({ cmd, evt }) => cmd === 'DISPATCH' && evt === name)) ?? {}
  }

  /** Sends a command and returns its response, also an error. */
  async command(cmd: string, args: object = {}, evt?: string): Promise<Message> {
    this.#nonce += 1
    const nonce = `n${this.#nonce}`
    this.write(Opcode.FRAME, { cmd, args, nonce, ...(evt ? { evt } : {}) })
    return (await this.next((message) => message.nonce === nonce)) ?? {}
  }

  end(): Promise<void> {
    this.socket.end()
    return this.closed
  }
}
