/** Opcodes of IPC frames. [RPC-5] */
export const Opcode = { HANDSHAKE: 0, FRAME: 1, CLOSE: 2, PING: 3, PONG: 4 } as const
export type Opcode = (typeof Opcode)[keyof typeof Opcode]

/** A frame as it was received. The opcode may be unknown. */
export interface Frame {
  readonly opcode: number
  readonly data: unknown
}

/** The bytes are no frames: too long, or no JSON. The connection has to end. */
export class FrameError extends Error {}

const HEADER_BYTES = 8
/** Longest payload of a frame that is read. */
const PAYLOAD_BYTES_MAX = 1_048_576

/** Returns a frame as bytes: opcode and byte length as 32-bit little-endian integers, then JSON. [RPC-4] */
export function encodeFrame(opcode: Opcode, data: unknown): Buffer {
  const payload = Buffer.from(JSON.stringify(data))
  const frame = Buffer.allocUnsafe(HEADER_BYTES + payload.length)
  frame.writeUInt32LE(opcode, 0)
  frame.writeUInt32LE(payload.length, 4)
  payload.copy(frame, HEADER_BYTES)
  return frame
}

/** Cuts a stream of bytes into frames. A frame may arrive in pieces, and several may arrive at once. */
export class FrameReader {
  #chunks: Buffer[] = []
  #bytes = 0

  /**
   * Takes the next bytes and returns the frames that they complete.
   *
   * @throws FrameError for a payload that is too long or is not JSON
   */
  read(chunk: Buffer): Frame[] {
    this.#chunks.push(chunk)
    this.#bytes += chunk.length
    const frames: Frame[] = []
    for (let frame = this.#next(); frame !== null; frame = this.#next()) frames.push(frame)
    return frames
  }

  #next(): Frame | null {
    if (this.#bytes < HEADER_BYTES) return null
    const header = this.#joined(HEADER_BYTES)
    const length = header.readUInt32LE(4)
    if (length > PAYLOAD_BYTES_MAX) throw new FrameError(`a payload of ${length} bytes is too long`)
    if (this.#bytes < HEADER_BYTES + length) return null
    const bytes = this.#joined(HEADER_BYTES + length)
    const opcode = bytes.readUInt32LE(0)
    const payload = bytes.toString('utf8', HEADER_BYTES, HEADER_BYTES + length)
    this.#drop(HEADER_BYTES + length)
    return { opcode, data: parse(payload) }
  }

  /** Returns the first chunk, joined with others until it has at least `length` bytes. */
  #joined(length: number): Buffer {
    const [first] = this.#chunks
    if (first && first.length >= length) return first
    const joined = Buffer.concat(this.#chunks)
    this.#chunks = [joined]
    return joined
  }

  #drop(length: number): void {
    const [first] = this.#chunks
    if (!first) return
    const rest = first.subarray(length)
    if (rest.length > 0) this.#chunks[0] = rest
    else this.#chunks.shift()
    this.#bytes -= length
  }
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(payload)
  } catch {
    throw new FrameError('the payload is not JSON')
  }
}
