import {
  constants,
  createInflate,
  createZstdDecompress,
  type Inflate,
  inflateSync,
  type ZstdDecompress,
} from 'node:zlib'
import { packEtf, unpackEtf } from './etf.ts'

export type Encoding = 'json' | 'etf'
export type Compression = 'zlib-stream' | 'zstd-stream'

/** One message of the gateway protocol. */
export interface Frame<T = Record<string, unknown>> {
  op: number
  d: T
  s: number | null
  t: string | null
}

/** Turns WebSocket messages of one connection into frames, in order, through the connection's one decompressor. */
export class WireCodec {
  readonly #encoding: Encoding
  readonly #stream: Inflate | ZstdDecompress | undefined
  #output: Buffer[] = []

  constructor(encoding: Encoding, compress: Compression | undefined) {
    this.#encoding = encoding
    if (compress === 'zlib-stream') this.#stream = createInflate({ finishFlush: constants.Z_SYNC_FLUSH })
    if (compress === 'zstd-stream') this.#stream = createZstdDecompress()
    this.#stream?.on('data', (chunk: Buffer) => this.#output.push(chunk))
  }

  encode(value: unknown): string | Buffer {
    return this.#encoding === 'etf' ? packEtf(value) : JSON.stringify(value)
  }

  /**
   * Decodes one message. Call it for one message after the other, each after the former call resolved: the bytes of a
   * stream have an order.
   */
  async decode(message: Buffer, isBinary: boolean): Promise<Frame> {
    const plain = this.#stream ? await this.#decompress(this.#stream, message) : this.#inflated(message, isBinary)
    // Encoding and stream are the server's promise, so a broken one is a failed test: any error here ends the wait.
    return (this.#encoding === 'etf' ? unpackEtf(plain) : JSON.parse(plain.toString())) as unknown as Frame
  }

  close(): void {
    this.#stream?.destroy()
  }

  /**
   * Decodes messages of a session with `compress: true`: each large JSON message is a whole zlib stream in a binary
   * message.
   */
  #inflated(message: Buffer, isBinary: boolean): Buffer {
    const zlibHeader = 0x78
    return isBinary && message[0] === zlibHeader ? inflateSync(message) : message
  }

  #decompress(stream: Inflate | ZstdDecompress, message: Buffer): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      stream.once('error', reject)
      stream.write(message, () => {
        stream.off('error', reject)
        const plain = Buffer.concat(this.#output)
        this.#output = []
        resolve(plain)
      })
    })
  }
}
