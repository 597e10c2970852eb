import { constants, createDeflate, createZstdCompress, type Deflate, deflateSync, type ZstdCompress } from 'node:zlib'
import type { Connection } from './transport.ts'

/** Messages below this stay as they are under payload compression: compressing them would cost more than it saves. */
const PAYLOAD_BYTES_MIN = 1_024
/** What may wait to be compressed before a connection counts as too slow. */
const WAITING_BYTES_MAX = 8 * 1024 * 1024

type Stream = Deflate | ZstdCompress

/** One compression stream for the whole connection, flushed after each message, so that each can be read as it comes. */
export class StreamCompression implements Connection {
  readonly #inner: Connection
  readonly #stream: Stream
  readonly #flushKind: number
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #busy = false
  #output: Buffer[] = []
  #closing: { code: number; reason: string } | null = null

  constructor(inner: Connection, kind: 'zlib-stream' | 'zstd-stream') {
    this.#inner = inner
    const zlib = kind === 'zlib-stream'
    this.#stream = zlib ? createDeflate({ level: 6, memLevel: 8 }) : createZstdCompress()
    this.#flushKind = zlib ? constants.Z_SYNC_FLUSH : constants.ZSTD_e_flush
    this.#stream.on('data', (chunk: Buffer) => this.#output.push(chunk))
    this.#stream.on('error', () => inner.terminate())
  }

  get open(): boolean {
    return this.#inner.open
  }

  send(message: Buffer): void {
    this.#waiting.push(message)
    this.#waitingBytes += message.length
    if (this.#waitingBytes > WAITING_BYTES_MAX) this.terminate()
    else if (!this.#busy) this.#next()
  }

  sendShared(shared: Buffer, tail: string): void {
    this.send(Buffer.concat([shared, Buffer.from(tail, 'latin1')]))
  }

  #next(): void {
    const message = this.#waiting.shift()
    if (!message || !this.open) {
      this.#busy = false
      if (this.#closing) this.#inner.close(this.#closing.code, this.#closing.reason)
      return
    }
    this.#busy = true
    this.#waitingBytes -= message.length
    this.#stream.write(message)
    this.#stream.flush(this.#flushKind, () => {
      const output = this.#output
      this.#output = []
      this.#inner.send(output.length === 1 ? (output[0] as Buffer) : Buffer.concat(output), true)
      this.#next()
    })
  }

  close(code: number, reason: string): void {
    this.#closing = { code, reason }
    if (!this.#busy) this.#next()
  }

  terminate(): void {
    this.#waiting = []
    this.#inner.terminate()
  }

  /** The socket is gone: the stream's memory is given back. */
  release(): void {
    this.#waiting = []
    this.#stream.close()
  }
}

/** Identify's `compress`: large messages are each compressed by themselves and sent as binary ones. */
export class PayloadCompression implements Connection {
  readonly #inner: Connection

  constructor(inner: Connection) {
    this.#inner = inner
  }

  get open(): boolean {
    return this.#inner.open
  }

  send(message: Buffer, binary: boolean): void {
    if (message.length < PAYLOAD_BYTES_MIN) this.#inner.send(message, binary)
    else this.#inner.send(deflateSync(message), true)
  }

  sendShared(shared: Buffer, tail: string, binary: boolean): void {
    this.send(Buffer.concat([shared, Buffer.from(tail, 'latin1')]), binary)
  }

  close(code: number, reason: string): void {
    this.#inner.close(code, reason)
  }

  terminate(): void {
    this.#inner.terminate()
  }
}
