import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import { endWithResponse, VIA } from '../raw-response.ts'
import { ignoreSubprotocols } from '../subprotocols.ts'
import type { EncodedDispatch, SharedBytes } from './dispatch.ts'
import type { Encoding } from './encoding.ts'

/** Socket of one client, for whole messages in both directions. */
export interface Connection {
  readonly open: boolean
  /** Bytes written that the client has not read yet. */
  readonly backlog: number
  /** Runs a task once, when the client has read everything or the socket was closed. */
  onceDrained(task: () => void): void
  /** Writes a message that is not a dispatch, such as HELLO. */
  send(message: Buffer, binary: boolean): void
  /** Writes one dispatch with its sequence number. */
  dispatchOne(dispatch: EncodedDispatch, seq: number, encoding: Encoding): void
  /** Writes dispatches with sequence numbers from `seq` on, all in one write. Null entries are skipped. */
  dispatch(dispatches: readonly (EncodedDispatch | null)[], seq: number, encoding: Encoding): void
  /** Closes with a close frame. */
  close(code: number, reason: string): void
  /** Closes the socket at once, without a close frame. */
  terminate(): void
  /** Frees what the connection holds, after the socket was closed. */
  release(): void
}

/** Callbacks of a connection. */
export interface ConnectionEvents {
  message(data: Buffer, binary: boolean): void
  closed(code: number): void
}

/** Conversion of encoded bytes into the body of frames: unchanged or deflated. */
export interface FrameForm {
  /** Whether all messages are binary, whatever the encoding. */
  readonly binary: boolean
  part(part: SharedBytes): Buffer
  /** Text that follows the parts, in latin1. */
  tail(text: string): string
  message(message: Buffer): Buffer
  /** Bytes before the first message of the connection. */
  readonly prefix: Buffer
}

/** Uncompressed frames. */
export const PLAIN: FrameForm = {
  binary: false,
  part: (part) => part.bytes,
  tail: (text) => text,
  message: (message) => message,
  prefix: Buffer.alloc(0),
}

/**
 * WebSocket server. The `ws` library does the handshake and reads. Frames are written to the socket directly: fan-out
 * shares their bytes between sessions, and all frames of one tick leave in one write.
 */
export class WebSockets {
  readonly #server: WebSocketServer
  readonly #frames = new Frames()

  constructor(options: { messageBytesMax: number }) {
    this.#server = new WebSocketServer({
      noServer: true,
      maxPayload: options.messageBytesMax,
      perMessageDeflate: false,
      clientTracking: false,
    })
    this.#server.on('headers', (headers) => headers.push(`Via: ${VIA}`))
    this.#server.on('wsClientError', (error, socket) => {
      endWithResponse(socket, 400, { headers: { 'Sec-WebSocket-Version': '13' }, body: error.message })
    })
  }

  /** Completes the handshake of an upgrade and connects the socket to the callbacks. */
  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    form: FrameForm,
    connected: (connection: Connection) => ConnectionEvents,
  ): void {
    ignoreSubprotocols(request)
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      listen(webSocket, connected(new SocketConnection(socket, webSocket, form, this.#frames)))
    })
  }

  close(): void {
    this.#server.close()
  }
}

function listen(webSocket: WebSocket, events: ConnectionEvents): void {
  webSocket.on('message', (data, binary) => events.message(data as Buffer, binary))
  webSocket.on('close', (code) => events.closed(code))
  // After an invalid frame `ws` closes the socket itself; 'close' follows.
  webSocket.on('error', ignore)
}

const ignore = () => undefined
/** Bytes from which copying a dispatch into a frame costs more than writing several buffers. */
const UNCOPIED_BYTES_MIN = 64 * 1024
const HEADER_BYTES_MAX = 10
const { OPEN } = WebSocket

class SocketConnection implements Connection {
  readonly #socket: Duplex
  readonly #webSocket: WebSocket
  readonly #form: FrameForm
  readonly #frames: Frames
  #prefixSent = false

  constructor(socket: Duplex, webSocket: WebSocket, form: FrameForm, frames: Frames) {
    this.#socket = socket
    this.#webSocket = webSocket
    this.#form = form
    this.#frames = frames
  }

  get open(): boolean {
    return this.#webSocket.readyState === OPEN
  }

  get backlog(): number {
    return this.#socket.writableLength
  }

  onceDrained(task: () => void): void {
    const socket = this.#socket
    if (!socket.writableNeedDrain) return void setImmediate(task)
    const done = () => {
      socket.off('drain', done).off('close', done)
      task()
    }
    socket.once('drain', done).once('close', done)
  }

  send(message: Buffer, binary: boolean): void {
    if (!this.open) return
    const body = this.#form.message(message)
    const frame = Buffer.allocUnsafe(frameBytes(body.length + this.#prefixBytes))
    const at = this.#writeHeader(frame, 0, body.length, binary)
    body.copy(frame, at)
    this.#socket.write(frame)
  }

  dispatchOne(dispatch: EncodedDispatch, seq: number, encoding: Encoding): void {
    if (!this.open) return
    if (this.#prefixBytes > 0) return this.dispatch([dispatch], seq, encoding)
    if (dispatch.length >= UNCOPIED_BYTES_MIN) return this.#dispatchUncopied(dispatch, seq, encoding)
    this.#socket.write(this.#frames.of(dispatch, seq, encoding, this.#form))
    if (this.#socket.writableLength > 0) this.#frames.keep()
  }

  /** Writes header, parts and tail without copying the parts. */
  #dispatchUncopied(dispatch: EncodedDispatch, seq: number, encoding: Encoding): void {
    const socket = this.#socket
    const parts = dispatch.parts.map((part) => this.#form.part(part))
    const tail = Buffer.from(this.#form.tail(encoding.dispatchTail(seq)), 'latin1')
    const length = parts.reduce((sum, part) => sum + part.length, tail.length)
    const header = Buffer.allocUnsafe(HEADER_BYTES_MAX)
    const headerBytes = writeFrameHeader(header, 0, length, encoding.binary || this.#form.binary)
    socket.cork()
    socket.write(header.subarray(0, headerBytes))
    for (const part of parts) socket.write(part)
    socket.write(tail)
    socket.uncork()
  }

  dispatch(dispatches: readonly (EncodedDispatch | null)[], seq: number, encoding: Encoding): void {
    if (!this.open) return
    const form = this.#form
    // The lengths are computed first, so that all frames are written into one buffer without a second copy.
    let total = 0
    const tails: string[] = []
    const lengths: number[] = []
    for (const dispatch of dispatches) {
      const tail = form.tail(encoding.dispatchTail(seq + tails.length))
      let length = tail.length
      if (dispatch) for (const part of dispatch.parts) length += form.part(part).length
      tails.push(tail)
      lengths.push(length)
      if (dispatch) total += frameBytes(length + (total === 0 ? this.#prefixBytes : 0))
    }
    const out = Buffer.allocUnsafe(total)
    let at = 0
    for (let index = 0; index < dispatches.length; index += 1) {
      const dispatch = dispatches[index]
      if (!dispatch) continue
      at = this.#writeHeader(out, at, lengths[index] as number, encoding.binary)
      for (const part of dispatch.parts) at += form.part(part).copy(out, at)
      at += out.write(tails[index] as string, at, 'latin1')
    }
    if (total > 0) this.#socket.write(out)
  }

  /** Writes a frame header and, once, the prefix. Returns the offset of the body. */
  #writeHeader(out: Buffer, at: number, length: number, binary: boolean): number {
    const prefix = this.#prefixBytes
    const begin = writeFrameHeader(out, at, length + prefix, binary || this.#form.binary)
    if (prefix === 0) return begin
    this.#prefixSent = true
    return begin + this.#form.prefix.copy(out, begin)
  }

  get #prefixBytes(): number {
    return this.#prefixSent ? 0 : this.#form.prefix.length
  }

  close(code: number, reason: string): void {
    this.#webSocket.close(code, reason)
  }

  terminate(): void {
    this.#webSocket.terminate()
  }

  release(): void {
    // The socket and `ws` free their own memory.
  }
}

/**
 * Frames of one dispatch for many sessions. Most sockets take a frame at once. The next session's frame then reuses the
 * same buffer with another sequence number at its end: no copy, no garbage.
 */
class Frames {
  #dispatch: EncodedDispatch | null = null
  #form: FrameForm = PLAIN
  #frame: Buffer = Buffer.alloc(0)
  #tailLength = 0

  /** Returns a frame. It is valid until the next call, unless `keep` is called. */
  of(dispatch: EncodedDispatch, seq: number, encoding: Encoding, form: FrameForm): Buffer {
    const tail = form.tail(encoding.dispatchTail(seq))
    if (this.#dispatch !== dispatch || this.#form !== form || this.#tailLength !== tail.length) {
      this.#frame = frameWithSpaceFor(tail, dispatch, encoding, form)
      this.#dispatch = dispatch
      this.#form = form
      this.#tailLength = tail.length
    }
    this.#frame.write(tail, this.#frame.length - tail.length, 'latin1')
    return this.#frame
  }

  /** Leaves the last frame alone: the socket still reads from it. */
  keep(): void {
    this.#dispatch = null
  }
}

/** Returns a frame with space for the tail at its end. */
function frameWithSpaceFor(tail: string, dispatch: EncodedDispatch, encoding: Encoding, form: FrameForm): Buffer {
  let length = tail.length
  for (const part of dispatch.parts) length += form.part(part).length
  const frame = Buffer.allocUnsafe(frameBytes(length))
  let at = writeFrameHeader(frame, 0, length, encoding.binary || form.binary)
  for (const part of dispatch.parts) at += form.part(part).copy(frame, at)
  return frame
}

/** Returns the bytes of a frame with a body of this length. */
function frameBytes(length: number): number {
  if (length < 126) return length + 2
  return length + (length < 65_536 ? 4 : 10)
}

/**
 * Writes the header of a final, unmasked frame, as a server sends it. Returns the offset of the body. (RFC 6455, 5.2)
 */
function writeFrameHeader(out: Buffer, at: number, length: number, binary: boolean): number {
  out[at] = binary ? 0x82 : 0x81
  if (length < 126) {
    out[at + 1] = length
    return at + 2
  }
  if (length < 65_536) {
    out[at + 1] = 126
    out[at + 2] = length >> 8
    out[at + 3] = length & 0xff
    return at + 4
  }
  out[at + 1] = 127
  out.writeBigUInt64BE(BigInt(length), at + 2)
  return at + 10
}
