import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocket, WebSocketServer } from 'ws'
import { endWithResponse, VIA } from '../raw-response.ts'
import type { Encoding } from './encoding.ts'
import type { Part, Payload } from './payload.ts'

/** One client's socket, as the gateway uses it: whole messages out, whole messages in. */
export interface Connection {
  readonly open: boolean
  /** Bytes written that the reader has not taken yet. */
  readonly backlog: number
  /** Runs a task once, when the reader has taken what was written or is gone. */
  onceDrained(task: () => void): void
  /** Writes a message of its own: HELLO, acknowledgements. */
  send(message: Buffer, binary: boolean): void
  /** Writes one dispatch with its sequence number. */
  dispatchOne(payload: Payload, seq: number, encoding: Encoding): void
  /** Writes dispatches with sequence numbers from `seq` on, all in one write; null is left out. */
  dispatch(payloads: readonly (Payload | null)[], seq: number, encoding: Encoding): void
  /** Ends with a close frame. */
  close(code: number, reason: string): void
  /** Ends the socket at once, without a close frame. */
  terminate(): void
  /** The socket is gone: what the connection holds is given back. */
  release(): void
}

export interface ConnectionEvents {
  message(data: Buffer, binary: boolean): void
  closed(code: number): void
}

/** What becomes of a dispatch on its way into frames; always the same for one connection. */
export interface Form {
  /** Are all messages binary ones, whatever the encoding? */
  readonly binary: boolean
  part(part: Part): Buffer
  /** What follows the parts, in latin1. */
  tail(text: string): string
  message(message: Buffer): Buffer
  /** What goes before the first message of the connection. */
  readonly opening: Buffer
}

export const PLAIN: Form = {
  binary: false,
  part: (part) => part.bytes,
  tail: (text) => text,
  message: (message) => message,
  opening: Buffer.alloc(0),
}

/**
 * WebSockets by `ws`, which does the handshake and reads; what we write goes to the socket as finished frames, since the
 * fan-out has them ready-made and a tick's frames leave together.
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

  accept(
    request: IncomingMessage,
    socket: Duplex,
    head: Buffer,
    form: Form,
    connected: (connection: Connection) => ConnectionEvents,
  ): void {
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
  // A broken frame: `ws` closes the socket by itself, 'close' follows.
  webSocket.on('error', nothing)
}

const nothing = () => undefined
/** From here on copying a payload into a frame costs more than one write of several buffers. */
const UNCOPIED_BYTES_MIN = 64 * 1024
const HEADER_BYTES_MAX = 10
const { OPEN } = WebSocket

class SocketConnection implements Connection {
  readonly #socket: Duplex
  readonly #webSocket: WebSocket
  readonly #form: Form
  readonly #frames: Frames
  #begun = false

  constructor(socket: Duplex, webSocket: WebSocket, form: Form, frames: Frames) {
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
    const frame = Buffer.allocUnsafe(frameBytes(body.length + this.#openingBytes))
    const at = this.#begin(frame, 0, body.length, binary)
    body.copy(frame, at)
    this.#socket.write(frame)
  }

  dispatchOne(payload: Payload, seq: number, encoding: Encoding): void {
    if (!this.open) return
    if (this.#openingBytes > 0) return this.dispatch([payload], seq, encoding)
    if (payload.length >= UNCOPIED_BYTES_MIN) return this.#dispatchUncopied(payload, seq, encoding)
    this.#socket.write(this.#frames.of(payload, seq, encoding, this.#form))
    if (this.#socket.writableLength > 0) this.#frames.kept()
  }

  /** Parts go to the socket as they are, in one write with what stands around them. */
  #dispatchUncopied(payload: Payload, seq: number, encoding: Encoding): void {
    const socket = this.#socket
    const parts = payload.parts.map((part) => this.#form.part(part))
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

  dispatch(payloads: readonly (Payload | null)[], seq: number, encoding: Encoding): void {
    if (!this.open) return
    const form = this.#form
    // Lengths first, then one buffer for all: no frame is copied a second time.
    let total = 0
    const tails: string[] = []
    const lengths: number[] = []
    for (const payload of payloads) {
      const tail = form.tail(encoding.dispatchTail(seq + tails.length))
      let length = tail.length
      if (payload) for (const part of payload.parts) length += form.part(part).length
      tails.push(tail)
      lengths.push(length)
      if (payload) total += frameBytes(length + (total === 0 ? this.#openingBytes : 0))
    }
    const out = Buffer.allocUnsafe(total)
    let at = 0
    for (let index = 0; index < payloads.length; index += 1) {
      const payload = payloads[index]
      if (!payload) continue
      at = this.#begin(out, at, lengths[index] as number, encoding.binary)
      for (const part of payload.parts) at += form.part(part).copy(out, at)
      at += out.write(tails[index] as string, at, 'latin1')
    }
    if (total > 0) this.#socket.write(out)
  }

  /** Writes a frame's header, and what goes before all else; answers where the body begins. */
  #begin(out: Buffer, at: number, length: number, binary: boolean): number {
    const opening = this.#openingBytes
    const begin = writeFrameHeader(out, at, length + opening, binary || this.#form.binary)
    if (opening === 0) return begin
    this.#begun = true
    return begin + this.#form.opening.copy(out, begin)
  }

  get #openingBytes(): number {
    return this.#begun ? 0 : this.#form.opening.length
  }

  close(code: number, reason: string): void {
    this.#webSocket.close(code, reason)
  }

  terminate(): void {
    this.#webSocket.terminate()
  }

  release(): void {
    // The socket and what `ws` holds go with it.
  }
}

/**
 * Frames of one dispatch after the other. Most sockets take a frame at once, so the next session's is made of it by
 * another number at its end: no copy, and nothing to collect.
 */
class Frames {
  #payload: Payload | null = null
  #form: Form = PLAIN
  #frame: Buffer = Buffer.alloc(0)
  #tailLength = 0

  /** Good until the next is asked for, unless it was `kept`. */
  of(payload: Payload, seq: number, encoding: Encoding, form: Form): Buffer {
    const tail = form.tail(encoding.dispatchTail(seq))
    if (this.#payload !== payload || this.#form !== form || this.#tailLength !== tail.length) {
      this.#frame = frameWithout(tail, payload, encoding, form)
      this.#payload = payload
      this.#form = form
      this.#tailLength = tail.length
    }
    this.#frame.write(tail, this.#frame.length - tail.length, 'latin1')
    return this.#frame
  }

  /** The frame that was made last is still being read from. */
  kept(): void {
    this.#payload = null
  }
}

/** A frame with its tail still to be written. */
function frameWithout(tail: string, payload: Payload, encoding: Encoding, form: Form): Buffer {
  let length = tail.length
  for (const part of payload.parts) length += form.part(part).length
  const frame = Buffer.allocUnsafe(frameBytes(length))
  let at = writeFrameHeader(frame, 0, length, encoding.binary || form.binary)
  for (const part of payload.parts) at += form.part(part).copy(frame, at)
  return frame
}

/** Bytes of a frame around a body of this length. */
function frameBytes(length: number): number {
  if (length < 126) return length + 2
  return length + (length < 65_536 ? 4 : 10)
}

/** Header of a final, unmasked frame: what a server sends. Answers where the body begins. (RFC 6455, 5.2) */
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
