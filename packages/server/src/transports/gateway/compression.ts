import { constants, createZstdCompress, deflateRawSync, deflateSync, type ZstdCompress } from 'node:zlib'
import type { Connection, Form } from './connection.ts'
import type { Encoding } from './encoding.ts'
import type { Part, Payload } from './payload.ts'

const SYNC_FLUSH = { finishFlush: constants.Z_SYNC_FLUSH }
/** Ends what a client reads as one message: an empty stored block, of which clients look for the last four bytes. */
const STORED_NOTHING = '\x00\x00\x00\xff\xff'
/** Shorter messages are stored as they are: their codes would be longer than they. */
const DEFLATE_BYTES_MIN = 100

/** A stored deflate block, in latin1. (RFC 1951, 3.2.4) */
function stored(text: string): string {
  const low = text.length & 0xff
  const high = text.length >> 8
  return `\x00${String.fromCharCode(low, high, low ^ 0xff, high ^ 0xff)}${text}`
}

/**
 * `zlib-stream`: one zlib stream for the whole connection. What many sessions are sent is compressed once for all of them,
 * in blocks that refer to nothing before them, and the sequence number follows in a block of its own. So a socket costs no
 * compression and no memory of its own; what it loses is that messages are not told by their likeness to earlier ones.
 */
export const ZLIB_STREAM: Form = {
  binary: true,
  part: (part: Part) => part.deflated,
  tail: (text) => stored(text) + STORED_NOTHING,
  message: (message) =>
    message.length < DEFLATE_BYTES_MIN
      ? Buffer.from(stored(message.toString('latin1')) + STORED_NOTHING, 'latin1')
      : deflateRawSync(message, SYNC_FLUSH),
  // Deflate with a window of 32 KiB, default level. (RFC 1950)
  opening: Buffer.from([0x78, 0x9c]),
}

function assembled(payload: Payload, tail: string): Buffer {
  return Buffer.concat([...payload.parts.map((part) => part.bytes), Buffer.from(tail, 'latin1')])
}

/** What compressing connections have in common: whole messages go in, the socket is another's. */
abstract class Around implements Connection {
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

  dispatchOne(payload: Payload, seq: number, encoding: Encoding): void {
    this.send(assembled(payload, encoding.dispatchTail(seq)), encoding.binary)
  }

  dispatch(payloads: readonly (Payload | null)[], seq: number, encoding: Encoding): void {
    payloads.forEach((payload, index) => {
      if (payload) this.dispatchOne(payload, seq + index, encoding)
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
 * `zstd-stream`: one frame for the whole connection, flushed after each message. Its blocks refer to what went before, so
 * each socket has a context of its own; it is kept small, since there may be thousands.
 */
export class ZstdStream extends Around {
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
      // With each write, rather than by a call after it: one turn of the thread pool a message, not two.
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

/** Messages below this stay as they are under payload compression: compressing them would cost more than it saves. */
const PAYLOAD_BYTES_MIN = 1_024

/** Identify's `compress`: large messages are each compressed by themselves and sent as binary ones. */
export class PayloadCompression extends Around {
  send(message: Buffer, binary: boolean): void {
    if (message.length < PAYLOAD_BYTES_MIN) this.inner.send(message, binary)
    else this.inner.send(deflateSync(message), true)
  }
}
