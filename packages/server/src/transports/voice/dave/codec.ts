/** A refusal of bytes that are not what they should be. Readers throw it; `parse` turns it into undefined. */
class Malformed extends Error {}

/** Runs a reader over hostile bytes. Returns undefined unless it reads them to their last byte. */
export function parse<Parsed>(bytes: Buffer, read: (reader: Reader) => Parsed): Parsed | undefined {
  const reader = new Reader(bytes)
  try {
    const parsed = read(reader)
    return reader.left === 0 ? parsed : undefined
  } catch (error) {
    if (error instanceof Malformed) return undefined
    throw error
  }
}

/** Reads structures of MLS. It copies nothing: parts are views of the bytes. Only `parse` creates readers. */
export class Reader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** Position in the bytes, for `since`. */
  get position(): number {
    return this.#at
  }

  /** Number of bytes that are not read yet. */
  get left(): number {
    return this.#bytes.length - this.#at
  }

  /** Returns the bytes from a former position up to the present one. */
  since(position: number): Buffer {
    return this.#bytes.subarray(position, this.#at)
  }

  u8(): number {
    return this.#bytes.readUInt8(this.#advance(1))
  }

  u16(): number {
    return this.#bytes.readUInt16BE(this.#advance(2))
  }

  u32(): number {
    return this.#bytes.readUInt32BE(this.#advance(4))
  }

  u64(): bigint {
    return this.#bytes.readBigUInt64BE(this.#advance(8))
  }

  bytes(length: number): Buffer {
    const from = this.#advance(length)
    return this.#bytes.subarray(from, from + length)
  }

  rest(): Buffer {
    return this.bytes(this.left)
  }

  /** Reads a vector: its length as a variable-size integer in minimal form (RFC 9420, 2.1.2), then its bytes. */
  vector(): Buffer {
    const from = this.#at
    const prefix = this.u8() >> 6
    if (prefix === 3) refuse()
    this.#at = from
    if (prefix === 0) return this.bytes(this.u8())
    const length = prefix === 1 ? this.u16() & 0x3fff : this.u32() & 0x3fffffff
    if (length < (prefix === 1 ? 1 << 6 : 1 << 14)) refuse()
    return this.bytes(length)
  }

  /** Reads a vector of structures. */
  list<Item>(read: (reader: Reader) => Item): Item[] {
    const inner = new Reader(this.vector())
    const items: Item[] = []
    while (inner.left > 0) items.push(read(inner))
    return items
  }

  /** Refuses the bytes unless the condition holds. */
  demand(condition: boolean): void {
    if (!condition) refuse()
  }

  #advance(length: number): number {
    if (length > this.left) refuse()
    const from = this.#at
    this.#at += length
    return from
  }
}

function refuse(): never {
  throw new Malformed()
}

/** Encodes an integer of 8 bits. */
export function u8(value: number): Buffer {
  return Buffer.of(value)
}

/** Encodes an integer of 16 bits. */
export function u16(value: number): Buffer {
  return Buffer.of(value >> 8, value & 0xff)
}

/** Encodes an integer of 32 bits. */
export function u32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeUInt32BE(value)
  return bytes
}

/** Encodes an integer of 64 bits. */
export function u64(value: bigint): Buffer {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeBigUInt64BE(value)
  return bytes
}

/** Returns the parts as a vector: their length as a variable-size integer, then their bytes. */
export function vector(...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  if (length < 1 << 6) return Buffer.concat([u8(length), content])
  if (length < 1 << 14) return Buffer.concat([u16(length | 0x4000), content])
  return Buffer.concat([u32(length + 0x8000_0000), content])
}
