import { constants, createZstdCompress, deflateRawSync, deflateSync, type ZstdCompress } from 'node:zlib'
import type { Connection, FrameForm } from './connection.ts'
import type { EncodedDispatch, SharedBytes } from './dispatch.ts'
import type { Encoding } from './encoding.ts'

const SYNC_FLUSH = { finishFlush: constants.Z_SYNC_FLUSH }
/** Ends a message: an empty stored block. Clients look for its last four bytes. */
const EMPTY_BLOCK = '\x00\x00\x00\xff\xff'
/** Shorter messages are stored uncompressed: deflate would make them longer. */
const DEFLATE_BYTES_MIN = 100

/** Returns a stored deflate block, in latin1. (RFC 1951, 3.2.4) */
function stored(text: string): string {
  const low = text.length & 0xff
  const high = text.length >> 8
  return `\x00${String.fromCharCode(low, high, low ^ 0xff, high ^ 0xff)}${text}`
}

/**
 * `zlib-stream`: one zlib stream per connection. A dispatch is compressed once for all sessions, in blocks without
 * references to earlier data. The sequence number follows in a separate block. A socket therefore needs no compressor
 * and no window; in return, similarity to earlier messages does not shorten a message.
 */
export const ZLIB_STREAM: FrameForm = {
  binary: true,
  part: (part: SharedBytes) => part.deflated,
  tail: (text) => stored(text) + EMPTY_BLOCK,
  message: (message) =>
    message.length < DEFLATE_BYTES_MIN
      ? Buffer.from(stored(message.toString('latin1')) + EMPTY_BLOCK, 'latin1')
      : deflateRawSync(message, SYNC_FLUSH),
  // Deflate with a window of 32 KiB, default level. (RFC 1950)
  prefix: Buffer.from([0x78, 0x9c]),
}

function assemble(dispatch: EncodedDispatch, tail: string): Buffer {
  return Buffer.concat([...dispatch.parts.map((part) => part.bytes), Buffer.from(tail, 'latin1')])
}

/** Base of connections that compress whole messages and write them to another connection. */
abstract class CompressedConnection implements Connection {
  protected readonly inner: Connection

  constructor(inner: Connection) {
    this.inner = inner
  }

  get open(): boolean {
    return this.inner.open
  }

  get backlog(): number {
    return this.inner.backlog
  }

  onceDrained(task: () => void): void {
    this.inner.onceDrained(task)
  }

  abstract send(message: Buffer, binary: boolean): void

  dispatchOne(dispatch: EncodedDispatch, seq: number, encoding: Encoding): void {
    this.send(assemble(dispatch, encoding.dispatchTail(seq)), encoding.binary)
  }

  dispatch(dispatches: readonly (EncodedDispatch | null)[], seq: number, encoding: Encoding): void {
    dispatches.forEach((dispatch, index) => {
      if (dispatch) this.dispatchOne(dispatch, seq + index, encoding)
    })
  }

  close(code: number, reason: string): void {
    this.inner.close(code, reason)
  }

  terminate(): void {
    this.inner.terminate()
  }

  release(): void {
    this.inner.release()
  }
}

/**
 * `zstd-stream`: one frame per connection, flushed after each message. Blocks refer to earlier data, so each socket has
 * its own context. The context is small, because there may be thousands.
 */
export class ZstdStream extends CompressedConnection {
  readonly #stream: ZstdCompress
  readonly #waiting: Buffer[] = []
  #waitingBytes = 0
  #busy = false
  #output: Buffer[] = []
  #closing: { code: number; reason: string } | null = null
  #drained: (() => void)[] = []

  constructor(inner: Connection) {
    super(inner)
    this.#stream = createZstdCompress({
      // Flushing with each write takes one turn of the thread pool per message; a separate call would take two.
      flush: constants.ZSTD_e_flush,
      params: {
        [constants.ZSTD_c_compressionLevel]: 1,
        [constants.ZSTD_c_windowLog]: 16,
        [constants.ZSTD_c_hashLog]: 13,
      },
    })
    this.#stream.on('data', (chunk: Buffer) => this.#output.push(chunk))
    this.#stream.on('error', () => inner.terminate())
  }

  override get backlog(): number {
    return this.#waitingBytes + this.inner.backlog
  }

  override onceDrained(task: () => void): void {
    if (this.#busy) this.#drained.push(task)
    else this.inner.onceDrained(task)
  }

  send(message: Buffer): void {
    this.#waiting.push(message)
    this.#waitingBytes += message.length
    if (!this.#busy) this.#next()
  }

  #next(): void {
    const message = this.#waiting.shift()
    if (!message || !this.open) return this.#idle()
    this.#busy = true
    this.#stream.write(message, () => {
      this.#waitingBytes -= message.length
      const output = this.#output
      this.#output = []
      this.inner.send(output.length === 1 ? (output[0] as Buffer) : Buffer.concat(output), true)
      this.#next()
    })
  }

  #idle(): void {
    this.#busy = false
    if (this.#closing) this.inner.close(this.#closing.code, this.#closing.reason)
    const drained = this.#drained
    this.#drained = []
    for (const task of drained) this.inner.onceDrained(task)
  }

  override close(code: number, reason: string): void {
    this.#closing ??= { code, reason }
    if (!this.#busy) this.#idle()
  }

  override release(): void {
    this.#waiting.length = 0
    this.#stream.close()
  }
}

/** Shorter messages are not compressed: compressing them costs more than it saves. */
const COMPRESSED_BYTES_MIN = 1_024

/** `compress` of Identify: each large message is compressed separately and sent as a binary message. */
export class PayloadCompression extends CompressedConnection {
  send(message: Buffer, binary: boolean): void {
    if (message.length < COMPRESSED_BYTES_MIN) this.inner.send(message, binary)
    else this.inner.send(deflateSync(message), true)
  }
}
