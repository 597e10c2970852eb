import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'

/** Bytes that may wait for a slow reader before its socket is closed; it can resume. */
const BACKLOG_BYTES_MAX = 8 * 1024 * 1024

/** One client's socket, as the gateway uses it: whole messages out, whole messages in. */
export interface Connection {
  /** Queues a text or binary message; all that is queued in one tick leaves in one write. */
  send(message: Buffer, binary: boolean): void
  /** The same for a message in two parts, of which the first is shared by many connections. */
  sendShared(shared: Buffer, tail: string, binary: boolean): void
  /** Writes what is queued, then the close frame. */
  close(code: number, reason: string): void
  /** Ends the socket at once, without a close frame. */
  terminate(): void
  readonly open: boolean
}

export interface ConnectionEvents {
  message(data: Buffer, binary: boolean): void
  closed(code: number): void
}

export interface Transport {
  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    connected: (connection: Connection) => ConnectionEvents,
  ): void
  close(): void
}

/**
 * WebSockets by `ws`, which does the handshake and reads; what we write goes to the socket as finished frames, since the
 * fan-out has them ready-made and a tick's frames leave together.
 */
export function webSocketTransport(options: { messageBytesMax: number }): Transport {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: options.messageBytesMax,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const dirty: SocketConnection[] = []
  let scheduled = false

  function flushLater(connection: SocketConnection): void {
    dirty.push(connection)
    if (scheduled) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      for (const connection of dirty.splice(0)) connection.flush()
    })
  }

  return {
    accept(request, socket, head, connected) {
      server.handleUpgrade(request, socket, head, (webSocket) => {
        const connection = new SocketConnection(socket, flushLater, {
          close: (code, reason) => webSocket.close(code, reason),
          terminate: () => webSocket.terminate(),
          isOpen: () => webSocket.readyState === webSocket.OPEN,
        })
        const events = connected(connection)
        webSocket.on('message', (data, binary) => events.message(data as Buffer, binary))
        webSocket.on('close', (code) => events.closed(code))
        // A broken frame: `ws` closes the socket by itself, 'close' follows.
        webSocket.on('error', () => undefined)
      })
    },
    close: () => server.close(),
  }
}

class SocketConnection implements Connection {
  readonly #socket: Duplex
  readonly #flushLater: (connection: SocketConnection) => void
  readonly #webSocket: { close(code: number, reason: string): void; terminate(): void; isOpen(): boolean }
  #queued: Buffer[] = []

  constructor(
    socket: Duplex,
    flushLater: (connection: SocketConnection) => void,
    webSocket: { close(code: number, reason: string): void; terminate(): void; isOpen(): boolean },
  ) {
    this.#socket = socket
    this.#flushLater = flushLater
    this.#webSocket = webSocket
  }

  get open(): boolean {
    return this.#webSocket.isOpen()
  }

  send(message: Buffer, binary: boolean): void {
    const header = frameHeaderBytes(message.length)
    const frame = Buffer.allocUnsafe(header + message.length)
    writeFrameHeader(frame, message.length, binary)
    message.copy(frame, header)
    this.#queue(frame)
  }

  sendShared(shared: Buffer, tail: string, binary: boolean): void {
    const length = shared.length + tail.length
    const header = frameHeaderBytes(length)
    const frame = Buffer.allocUnsafe(header + length)
    writeFrameHeader(frame, length, binary)
    shared.copy(frame, header)
    frame.write(tail, header + shared.length, 'latin1')
    this.#queue(frame)
  }

  #queue(frame: Buffer): void {
    if (!this.open) return
    this.#queued.push(frame)
    if (this.#queued.length === 1) this.#flushLater(this)
  }

  flush(): void {
    const queued = this.#queued
    if (queued.length === 0) return
    this.#queued = []
    if (!this.open) return
    this.#socket.write(queued.length === 1 ? (queued[0] as Buffer) : Buffer.concat(queued))
    if (this.#socket.writableLength > BACKLOG_BYTES_MAX) this.terminate()
  }

  close(code: number, reason: string): void {
    this.flush()
    this.#webSocket.close(code, reason)
  }

  terminate(): void {
    this.#queued = []
    this.#webSocket.terminate()
  }
}

function frameHeaderBytes(length: number): number {
  if (length < 126) return 2
  return length < 65_536 ? 4 : 10
}

/** Header of a final, unmasked frame: what a server sends. (RFC 6455, 5.2) */
function writeFrameHeader(frame: Buffer, length: number, binary: boolean): void {
  frame[0] = binary ? 0x82 : 0x81
  if (length < 126) frame[1] = length
  else if (length < 65_536) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
}
