import {
  CloseCode,
  commands,
  events,
  type Host,
  PseudoScope,
  type RpcApplication,
  RpcSession,
} from '@guildhall/local-client/rpc'
import { handshakeFault, Opcode, readFrameMessage } from './messages.ts'

/** Handshakes of one frame within a minute: an activity that reloads itself makes a new one. */
const HANDSHAKES_MAX = 60
const MINUTE_MS = 60_000

export interface ChannelParts {
  readonly application: RpcApplication
  readonly frameId: string
  readonly host: Host
  /** Called when the activity ends itself. */
  readonly onClosed: (code: number, message: string) => void
  /** Called when the client ends the connection because of a fault of the activity. */
  readonly onRefused: (message: string) => void
}

/** RPC between the app and the activity in one frame. It hears no other window. */
export class FrameChannel {
  readonly #parts: ChannelParts
  readonly #relay: HTMLIFrameElement
  #session: RpcSession | null = null
  #handshakes: number[] = []
  readonly #onMessage = ({ source, origin, data }: MessageEvent) => {
    // The relay itself passes on messages of the activity's window and origin only.
    if (source === this.#relay.contentWindow && origin === 'null') this.#receive(data)
  }

  constructor(relay: HTMLIFrameElement, parts: ChannelParts) {
    this.#relay = relay
    this.#parts = parts
    addEventListener('message', this.#onMessage)
  }

  /** Ends the session. The activity hears nothing more. */
  close(): void {
    removeEventListener('message', this.#onMessage)
    this.#session?.end()
    this.#session = null
  }

  #receive(data: unknown): void {
    const message = readFrameMessage(data)
    if (!message) return this.#refuse(CloseCode.UNSUPPORTED, 'The activity sent an unreadable message.')
    const { opcode, payload } = message
    if (opcode === Opcode.HANDSHAKE) return this.#begin(payload)
    if (opcode === Opcode.CLOSE) return this.#closed(payload)
    if (opcode !== Opcode.FRAME || !this.#session)
      return this.#refuse(CloseCode.UNSUPPORTED, 'The activity sent a message out of order.')
    void this.#session.receive(payload)
  }

  /** A page that reloads itself begins again with a handshake, without the scopes that it had. */
  #begin(payload: Readonly<Record<string, unknown>>): void {
    const { application, frameId, host } = this.#parts
    const now = performance.now()
    this.#handshakes = [...this.#handshakes.filter((at) => now - at < MINUTE_MS), now]
    if (this.#handshakes.length > HANDSHAKES_MAX)
      return this.#refuse(CloseCode.RATELIMITED, 'The activity connected too often.')
    const fault = handshakeFault(payload, { applicationId: application.id, frameId })
    if (fault) return this.#refuse(fault.code, fault.message)
    this.#session?.end()
    this.#session = new RpcSession({
      application,
      host,
      tables: { commands, events },
      transport: {
        scopes: [PseudoScope.EMBEDDED],
        send: (frame) => this.#send(Opcode.FRAME, frame),
        close: (code, reason) => this.#refuse(code, reason),
      },
    })
  }

  #closed({ code, message }: Readonly<Record<string, unknown>>): void {
    this.close()
    this.#parts.onClosed(typeof code === 'number' ? code : CloseCode.NORMAL, typeof message === 'string' ? message : '')
  }

  #refuse(code: CloseCode, message: string): void {
    const session = this.#session
    this.#session = null
    session?.end()
    this.#send(Opcode.CLOSE, { code, message })
    this.#parts.onRefused(message)
  }

  #send(opcode: number, payload: object): void {
    // The relay has no origin that a message could be addressed to.
    this.#relay.contentWindow?.postMessage([opcode, payload], '*')
  }
}
