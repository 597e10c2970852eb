/**
 * First byte of a term in Erlang's external term format. `encoding=etf` uses maps with atom keys and binary strings.
 */
const VERSION = 131
const TERMS_MAX = 20_000
const DEPTH_MAX = 64

/** Growing buffer. */
class Writer {
  #bytes = Buffer.allocUnsafe(1024)
  #length = 0

  #room(count: number): number {
    const at = this.#length
    if (at + count > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#bytes.length * 2, at + count))
      this.#bytes.copy(larger, 0, 0, at)
      this.#bytes = larger
    }
    this.#length += count
    return at
  }

  byte(value: number): void {
    // `#room` may replace the buffer, so it is called first.
    const at = this.#room(1)
    this.#bytes[at] = value
  }

  int32(value: number): void {
    const at = this.#room(4)
    this.#bytes.writeInt32BE(value, at)
  }

  text(value: string, bytes: number): void {
    const at = this.#room(bytes)
    this.#bytes.write(value, at, 'utf8')
  }

  double(value: number): void {
    const at = this.#room(8)
    this.#bytes.writeDoubleBE(value, at)
  }

  get done(): Buffer {
    return this.#bytes.subarray(0, this.#length)
  }
}

/** Keys that are written as atoms. */
const ATOM_KEY = /^[\x20-\x7e]{1,200}$/

function atom(out: Writer, name: string): void {
  out.byte(100)
  out.byte(0)
  out.byte(name.length)
  out.text(name, name.length)
}

function binary(out: Writer, text: string): void {
  const bytes = Buffer.byteLength(text)
  out.byte(109)
  out.int32(bytes)
  out.text(text, bytes)
}

function number(out: Writer, value: number): void {
  if (Number.isInteger(value) && value >= 0 && value < 256) {
    out.byte(97)
    out.byte(value)
  } else if (Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31) {
    out.byte(98)
    out.int32(value)
  } else if (Number.isSafeInteger(value)) big(out, BigInt(value))
  else {
    out.byte(70)
    out.double(value)
  }
}

function big(out: Writer, value: bigint): void {
  const digits: number[] = []
  for (let rest = value < 0n ? -value : value; rest > 0n; rest >>= 8n) digits.push(Number(rest & 255n))
  out.byte(110)
  out.byte(digits.length)
  out.byte(value < 0n ? 1 : 0)
  for (const digit of digits) out.byte(digit)
}

function term(out: Writer, value: unknown): void {
  if (value === null || value === undefined) return atom(out, 'nil')
  switch (typeof value) {
    case 'string':
      return binary(out, value)
    case 'number':
      return number(out, value)
    case 'boolean':
      return atom(out, value ? 'true' : 'false')
    case 'bigint':
      return big(out, value)
    default:
      return Array.isArray(value) ? list(out, value) : map(out, value as Record<string, unknown>)
  }
}

function list(out: Writer, values: readonly unknown[]): void {
  if (values.length > 0) {
    out.byte(108)
    out.int32(values.length)
    for (const value of values) term(out, value)
  }
  out.byte(106)
}

function map(out: Writer, value: Record<string, unknown>): void {
  const keys = keysOf(value)
  out.byte(116)
  out.int32(keys.length)
  pairs(out, value, keys)
}

function keysOf(value: Record<string, unknown>): string[] {
  return Object.keys(value).filter((key) => value[key] !== undefined)
}

function pairs(out: Writer, value: Record<string, unknown>, keys: readonly string[]): void {
  for (const name of keys) {
    if (ATOM_KEY.test(name)) atom(out, name)
    else binary(out, name)
    term(out, value[name])
  }
}

/** Encodes a value as a whole term. */
export function packEtf(value: unknown): Buffer {
  const out = new Writer()
  out.byte(VERSION)
  term(out, value)
  return out.done
}

/** Encodes a dispatch up to the value of `s`, which each session appends. */
export function packDispatchHead(name: string, data: unknown): Buffer {
  const out = dispatchStart(name)
  term(out, data)
  atom(out, 's')
  return out.done
}

/** Encodes the first part of a dispatch whose `d` has more fields in a second part. */
export function packDispatchOpening(name: string, fields: Record<string, unknown>, fieldsToCome: number): Buffer {
  const out = dispatchStart(name)
  const keys = keysOf(fields)
  out.byte(116)
  out.int32(keys.length + fieldsToCome)
  pairs(out, fields, keys)
  return out.done
}

/** Encodes the second part, up to the value of `s`. */
export function packDispatchClosing(fields: Record<string, unknown>): { bytes: Buffer; fields: number } {
  const out = new Writer()
  const keys = keysOf(fields)
  pairs(out, fields, keys)
  atom(out, 's')
  return { bytes: out.done, fields: keys.length }
}

function dispatchStart(name: string): Writer {
  const out = new Writer()
  out.byte(VERSION)
  out.byte(116)
  out.int32(4)
  atom(out, 't')
  binary(out, name)
  atom(out, 'op')
  number(out, 0)
  atom(out, 'd')
  return out
}

/** Returns an integer term as latin1 text: the tail of a dispatch. */
export function packSequence(seq: number): string {
  const bytes = Buffer.allocUnsafe(5)
  bytes[0] = 98
  bytes.writeInt32BE(seq, 1)
  return bytes.toString('latin1')
}

/**
 * Decodes a term.
 * @param options.atomKeys whether keys of maps may be atoms, as the server writes them. Clients must send strings.
 * @throws RangeError for incomplete bytes, unknown tags, and terms that are too deep or too large
 */
export function unpackEtf(bytes: Buffer, { atomKeys = true }: { atomKeys?: boolean } = {}): unknown {
  if (bytes[0] !== VERSION) throw new RangeError('the version byte is missing')
  const reader = new Reader(bytes, atomKeys)
  const value = reader.term(0)
  if (reader.left > 0) throw new RangeError('bytes follow the term')
  return value
}

/** Tags of atoms in both encodings of text and with both lengths. */
const ATOM_TAGS: readonly number[] = [100, 115, 118, 119]

class Reader {
  readonly #bytes: Buffer
  readonly #atomKeys: boolean
  #at = 1
  #terms = 0

  constructor(bytes: Buffer, atomKeys: boolean) {
    this.#bytes = bytes
    this.#atomKeys = atomKeys
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  #take(count: number): number {
    const at = this.#at
    if (count < 0 || at + count > this.#bytes.length) throw new RangeError('the term is incomplete')
    this.#at += count
    return at
  }

  #size32(): number {
    return this.#bytes.readUInt32BE(this.#take(4))
  }

  #text(length: number): string {
    const at = this.#take(length)
    return this.#bytes.toString('utf8', at, at + length)
  }

  term(depth: number): unknown {
    this.#terms += 1
    if (depth > DEPTH_MAX || this.#terms > TERMS_MAX) throw new RangeError('the term is too large or too deep')
    const tag = this.#bytes[this.#take(1)]
    switch (tag) {
      case 70:
        return this.#bytes.readDoubleBE(this.#take(8))
      case 97:
        return this.#bytes[this.#take(1)]
      case 98:
        return this.#bytes.readInt32BE(this.#take(4))
      case 100:
      case 118:
        return named(this.#text(this.#bytes.readUInt16BE(this.#take(2))))
      case 115:
      case 119:
        return named(this.#text(this.#bytes[this.#take(1)] ?? 0))
      case 106:
        return []
      case 107:
        return this.#bytesAsList()
      case 108:
        return this.#list(depth)
      case 109:
        return this.#text(this.#size32())
      case 110:
        return this.#big(this.#bytes[this.#take(1)] ?? 0)
      case 116:
        return this.#map(depth)
      default:
        throw new RangeError(`unknown tag ${tag}`)
    }
  }

  /** Reads STRING_EXT, which encodes short lists of bytes. */
  #bytesAsList(): number[] {
    const length = this.#bytes.readUInt16BE(this.#take(2))
    const at = this.#take(length)
    return [...this.#bytes.subarray(at, at + length)]
  }

  #list(depth: number): unknown[] {
    const count = this.#size32()
    if (count > this.left) throw new RangeError('the term is incomplete')
    const values: unknown[] = []
    for (let index = 0; index < count; index += 1) values.push(this.term(depth + 1))
    if (this.#bytes[this.#take(1)] !== 106) throw new RangeError('improper list')
    return values
  }

  #map(depth: number): Record<string, unknown> {
    const count = this.#size32()
    if (count > this.left) throw new RangeError('the term is incomplete')
    const value: Record<string, unknown> = {}
    for (let index = 0; index < count; index += 1) {
      const key = this.#key(depth + 1)
      const entry = this.term(depth + 1)
      if (key !== '__proto__') value[key] = entry
    }
    return value
  }

  #key(depth: number): string {
    if (!this.#atomKeys && ATOM_TAGS.includes(this.#bytes[this.#at] ?? 0)) throw new RangeError('a key is an atom')
    const key = this.term(depth)
    if (typeof key === 'object' && key !== null) throw new RangeError('a key is not a scalar')
    return String(key)
  }

  /** Reads a large integer. Unsafe integers, such as snowflakes, become text, as in JSON. */
  #big(length: number): string | number {
    const negative = this.#bytes[this.#take(1)] === 1
    const at = this.#take(length)
    let value = 0n
    for (let index = length - 1; index >= 0; index -= 1) value = (value << 8n) | BigInt(this.#bytes[at + index] ?? 0)
    const signed = negative ? -value : value
    return Number.isSafeInteger(Number(signed)) ? Number(signed) : signed.toString()
  }
}

function named(name: string): unknown {
  if (name === 'nil' || name === 'null') return null
  if (name === 'true' || name === 'false') return name === 'true'
  return name
}
