/** Bytes that WebCrypto takes. */
export type Bytes = Uint8Array<ArrayBuffer>

/** A refusal of a message that is not what it should be. */
class Malformed extends Error {}

/** Throws `Malformed` unless the condition holds. */
export function demand(condition: boolean, fault: string): asserts condition {
  if (!condition) throw new Malformed(fault)
}

/** Reads structures of MLS (RFC 9420, 2.1). It copies nothing: parts are views of the bytes. */
export class Reader {
  readonly #bytes: Bytes
  readonly #view: DataView
  #at = 0

  constructor(bytes: Bytes) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
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
  since(position: number): Bytes {
    return this.#bytes.subarray(position, this.#at)
  }

  u8(): number {
    return this.#view.getUint8(this.#advance(1))
  }

  u16(): number {
    return this.#view.getUint16(this.#advance(2))
  }

  u32(): number {
    return this.#view.getUint32(this.#advance(4))
  }

  u64(): bigint {
    return this.#view.getBigUint64(this.#advance(8))
  }

  bytes(length: number): Bytes {
    const from = this.#advance(length)
    return this.#bytes.subarray(from, from + length)
  }

  rest(): Bytes {
    return this.bytes(this.left)
  }

  /** Reads a vector: its length as a variable-size integer in minimal form (RFC 9420, 2.1.2), then its bytes. */
  vector(): Bytes {
    const first = this.u8()
    const prefix = first >> 6
    demand(prefix < 3, 'length of a vector')
    if (prefix === 0) return this.bytes(first)
    this.#at -= 1
    const length = prefix === 1 ? this.u16() & 0x3fff : this.u32() & 0x3fffffff
    demand(length >= (prefix === 1 ? 1 << 6 : 1 << 14), 'length of a vector is not minimal')
    return this.bytes(length)
  }

  /** Reads a vector of structures. */
  list<Item>(read: (reader: Reader) => Item, most: number): Item[] {
    const inner = new Reader(this.vector())
    const items: Item[] = []
    while (inner.left > 0) {
      demand(items.length < most, 'too many items')
      items.push(read(inner))
    }
    return items
  }

  /** Reads whether an optional structure follows. */
  present(): boolean {
    const flag = this.u8()
    demand(flag <= 1, 'optional value')
    return flag === 1
  }

  #advance(length: number): number {
    demand(length <= this.left, 'message ends early')
    const from = this.#at
    this.#at += length
    return from
  }
}

/** Reads bytes to their last one. @throws {Malformed} */
export function readAll<Item>(bytes: Bytes, read: (reader: Reader) => Item): Item {
  const reader = new Reader(bytes)
  const item = read(reader)
  demand(reader.left === 0, 'bytes after the message')
  return item
}

/** Joins bytes. */
export function concat(...parts: readonly Uint8Array[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Encodes an integer of 8 bits. */
export function u8(value: number): Bytes {
  return Uint8Array.of(value)
}

/** Encodes an integer of 16 bits. */
export function u16(value: number): Bytes {
  return Uint8Array.of(value >> 8, value)
}

/** Encodes an integer of 32 bits. */
export function u32(value: number): Bytes {
  return Uint8Array.of(value >>> 24, value >> 16, value >> 8, value)
}

/** Encodes an integer of 64 bits. */
export function u64(value: bigint): Bytes {
  const bytes = new Uint8Array(8)
  new DataView(bytes.buffer).setBigUint64(0, value)
  return bytes
}

/** Returns the parts as a vector: their length as a variable-size integer, then their bytes. */
export function vector(...parts: readonly Uint8Array[]): Bytes {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (length < 1 << 6) return concat(u8(length), ...parts)
  if (length < 1 << 14) return concat(u16(length | 0x4000), ...parts)
  return concat(u32(length | 0x8000_0000), ...parts)
}

const encoder = new TextEncoder()

/** Encodes a label. */
export function text(value: string): Bytes {
  return encoder.encode(value) as Bytes
}

/** Whether two byte strings are the same. The time depends on their lengths only. */
export function same(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false
  let difference = 0
  for (let at = 0; at < one.length; at++) difference |= (one[at] ?? 0) ^ (other[at] ?? 0)
  return difference === 0
}

/** Returns bytes in hex, as keys of maps. */
export function hex(bytes: Uint8Array): string {
  let digits = ''
  for (const byte of bytes) digits += byte.toString(16).padStart(2, '0')
  return digits
}
