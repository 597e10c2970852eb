/** Thrown for a message whose lengths do not fit. */
export class MalformedError extends Error {}

/** Reads fields of a handshake message in order. Each method throws `MalformedError` at the end of the bytes. */
export class ByteReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get done(): boolean {
    return this.#at === this.#bytes.length
  }

  bytes(length: number): Buffer {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new MalformedError('A message ends too early.')
    const part = this.#bytes.subarray(this.#at, end)
    this.#at = end
    return part
  }

  /** Reads an unsigned number of 1 to 3 bytes. */
  number(size: 1 | 2 | 3): number {
    return this.bytes(size).readUIntBE(0, size)
  }

  /** Reads bytes after their length, which has a size. */
  vector(size: 1 | 2 | 3): Buffer {
    return this.bytes(this.number(size))
  }

  /** Reads a vector of numbers of 1 or 2 bytes. */
  numbers(lengthSize: 1 | 2, size: 1 | 2): number[] {
    const list = new ByteReader(this.vector(lengthSize))
    const numbers: number[] = []
    while (!list.done) numbers.push(list.number(size))
    return numbers
  }
}

/** Returns a number in a count of bytes, most significant first. */
export function uint(value: number, size: 1 | 2 | 3): Buffer {
  const bytes = Buffer.allocUnsafe(size)
  bytes.writeUIntBE(value, 0, size)
  return bytes
}

/** Returns bytes after their length. */
export function vector(size: 1 | 2 | 3, ...parts: Buffer[]): Buffer {
  const bytes = Buffer.concat(parts)
  return Buffer.concat([uint(bytes.length, size), bytes])
}
