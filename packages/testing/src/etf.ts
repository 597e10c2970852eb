/**
 * Erlang's external term format, as far as gateway clients use it. Deliberately independent of the server's codec: a
 * fault that both shared would cancel itself out in a round trip.
 */
const VERSION = 131
const Tag = {
  NEW_FLOAT: 70,
  SMALL_INTEGER: 97,
  INTEGER: 98,
  ATOM: 100,
  SMALL_TUPLE: 104,
  NIL: 106,
  STRING: 107,
  LIST: 108,
  BINARY: 109,
  SMALL_BIG: 110,
  MAP: 116,
  ATOM_UTF8: 118,
  SMALL_ATOM_UTF8: 119,
} as const

/** A term as a JavaScript value. Integers beyond 32 bits are bigint. */
export type Term = null | boolean | number | bigint | string | Term[] | { [key: string]: Term }

/** Encodes one message in external term format. `undefined` fields are left out; strings and keys become binaries. */
export function packEtf(value: unknown): Buffer {
  const parts: Buffer[] = [Buffer.of(VERSION)]
  pack(value, parts)
  return Buffer.concat(parts)
}

function pack(value: unknown, parts: Buffer[]): void {
  if (value === null || value === undefined) packAtom('nil', parts)
  else if (typeof value === 'boolean') packAtom(String(value), parts)
  else if (typeof value === 'number') packNumber(value, parts)
  else if (typeof value === 'bigint') packBig(value, parts)
  else if (typeof value === 'string') packBinary(value, parts)
  else if (Array.isArray(value)) packList(value, parts)
  else if (typeof value === 'object') packMap(value, parts)
  else throw new TypeError(`no term for a ${typeof value}`)
}

function packAtom(name: string, parts: Buffer[]): void {
  parts.push(Buffer.of(Tag.SMALL_ATOM_UTF8, name.length), Buffer.from(name))
}

function packNumber(value: number, parts: Buffer[]): void {
  if (Number.isInteger(value) && value >= 0 && value <= 255) {
    parts.push(Buffer.of(Tag.SMALL_INTEGER, value))
  } else if (Number.isInteger(value) && value >= -(2 ** 31) && value < 2 ** 31) {
    const bytes = Buffer.alloc(5, Tag.INTEGER)
    bytes.writeInt32BE(value, 1)
    parts.push(bytes)
  } else if (Number.isSafeInteger(value)) {
    packBig(BigInt(value), parts)
  } else {
    const bytes = Buffer.alloc(9, Tag.NEW_FLOAT)
    bytes.writeDoubleBE(value, 1)
    parts.push(bytes)
  }
}

function packBig(value: bigint, parts: Buffer[]): void {
  const digits: number[] = []
  for (let rest = value < 0n ? -value : value; rest > 0n; rest >>= 8n) digits.push(Number(rest & 255n))
  parts.push(Buffer.of(Tag.SMALL_BIG, digits.length, value < 0n ? 1 : 0, ...digits))
}

function packBinary(value: string, parts: Buffer[]): void {
  const bytes = Buffer.from(value)
  parts.push(header(Tag.BINARY, bytes.length), bytes)
}

function packList(values: unknown[], parts: Buffer[]): void {
  if (values.length > 0) {
    parts.push(header(Tag.LIST, values.length))
    for (const value of values) pack(value, parts)
  }
  parts.push(Buffer.of(Tag.NIL))
}

function packMap(value: object, parts: Buffer[]): void {
  const entries = Object.entries(value).filter(([, entry]) => entry !== undefined)
  parts.push(header(Tag.MAP, entries.length))
  for (const [key, entry] of entries) {
    packBinary(key, parts)
    pack(entry, parts)
  }
}

function header(tag: number, length: number): Buffer {
  const bytes = Buffer.alloc(5, tag)
  bytes.writeUInt32BE(length, 1)
  return bytes
}

/**
 * Decodes one message in external term format.
 * @throws for a term that no gateway sends, and for bytes left over
 */
export function unpackEtf(bytes: Buffer): Term {
  if (bytes[0] !== VERSION) throw new Error(`not external term format: begins with ${bytes[0]}`)
  const reader = new Reader(bytes)
  const term = reader.term()
  if (reader.left > 0) throw new Error(`${reader.left} bytes after the term`)
  return term
}

class Reader {
  readonly #bytes: Buffer
  #at = 1

  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  get left(): number {
    return this.#bytes.length - this.#at
  }

  term(): Term {
    const tag = this.#uint(1)
    switch (tag) {
      case Tag.SMALL_INTEGER:
        return this.#uint(1)
      case Tag.INTEGER:
        return this.#take(4).readInt32BE()
      case Tag.NEW_FLOAT:
        return this.#take(8).readDoubleBE()
      case Tag.SMALL_BIG:
        return this.#big(this.#uint(1))
      case Tag.SMALL_ATOM_UTF8:
        return atom(this.#take(this.#uint(1)).toString())
      case Tag.ATOM:
      case Tag.ATOM_UTF8:
        return atom(this.#take(this.#uint(2)).toString())
      case Tag.BINARY:
        return this.#take(this.#uint(4)).toString()
      case Tag.STRING:
        return [...this.#take(this.#uint(2))]
      case Tag.NIL:
        return []
      case Tag.LIST:
        return this.#list(this.#uint(4))
      case Tag.SMALL_TUPLE:
        return Array.from({ length: this.#uint(1) }, () => this.term())
      case Tag.MAP:
        return this.#map(this.#uint(4))
      default:
        throw new Error(`term ${tag} is not known`)
    }
  }

  #take(length: number): Buffer {
    if (length > this.left) throw new Error(`the term ends early: ${length} bytes wanted, ${this.left} left`)
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }

  #uint(size: number): number {
    return this.#take(size).readUIntBE(0, size)
  }

  #big(length: number): bigint {
    const negative = this.#uint(1) === 1
    let value = 0n
    for (const digit of this.#take(length).reverse()) value = (value << 8n) | BigInt(digit)
    return negative ? -value : value
  }

  #list(length: number): Term[] {
    const values = Array.from({ length }, () => this.term())
    if (this.#uint(1) !== Tag.NIL) throw new Error('an improper list')
    return values
  }

  #map(size: number): { [key: string]: Term } {
    const entries: [string, Term][] = []
    for (let index = 0; index < size; index += 1) entries.push([String(this.term()), this.term()])
    return Object.fromEntries(entries)
  }
}

function atom(name: string): Term {
  if (name === 'nil' || name === 'null') return null
  if (name === 'true') return true
  if (name === 'false') return false
  return name
}
