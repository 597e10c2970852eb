import { ArchiveError } from './archive-error.ts'

/** Bytes of a block: a header, and what contents are padded to. */
export const BLOCK = 512
/** Bytes of a header with a long name or a large size. */
const LONG_HEADER_MAX = 8 * 1024
const NAME_MAX = 100
/** The largest size that eleven octal digits hold. */
const OCTAL_MAX = 8 ** 11 - 1
const MODE = 0o600

/** Positions of the fields of a header (ustar). */
const AT = {
  name: 0,
  mode: 100,
  uid: 108,
  gid: 116,
  size: 124,
  mtime: 136,
  sum: 148,
  type: 156,
  magic: 257,
  prefix: 345,
}

/** A plain file in a tar. */
export interface TarEntry {
  readonly name: string
  readonly bytes: number
}

/** Returns the blocks before the content of a file. Long names and sizes are in a header of pax. */
export function headerBlocks({ name, bytes }: TarEntry, mtimeMs: number): Buffer {
  const isPlainName = name.length <= NAME_MAX && /^[\x20-\x7e]+$/.test(name)
  const records = [
    ...(isPlainName ? [] : [paxRecord('path', name)]),
    ...(bytes <= OCTAL_MAX ? [] : [paxRecord('size', String(bytes))]),
  ]
  const header = block(isPlainName ? name : 'long-name', Math.min(bytes, OCTAL_MAX), { type: '0', mtimeMs })
  if (records.length === 0) return header
  const pax = Buffer.from(records.join(''))
  return Buffer.concat([block('pax', pax.length, { type: 'x', mtimeMs }), pax, padding(pax.length), header])
}

/** Returns the zeros that follow a content. */
export function padding(bytes: number): Buffer {
  return Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK)
}

/** The end of a tar. */
export const TAR_END = Buffer.alloc(2 * BLOCK)

/** A record begins with its own length, which counts its own digits. */
function paxRecord(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`)
  let length = rest
  while (length !== rest + String(length).length) length = rest + String(length).length
  return `${length} ${key}=${value}\n`
}

function block(name: string, bytes: number, { type, mtimeMs }: { type: string; mtimeMs: number }): Buffer {
  const header = Buffer.alloc(BLOCK)
  header.write(name, AT.name, 'latin1')
  const octal = (value: number, at: number, digits: number) =>
    header.write(`${value.toString(8).padStart(digits, '0')}\0`, at, 'latin1')
  octal(MODE, AT.mode, 7)
  octal(0, AT.uid, 7)
  octal(0, AT.gid, 7)
  octal(bytes, AT.size, 11)
  octal(Math.max(0, Math.floor(mtimeMs / 1_000)), AT.mtime, 11)
  header.write(type, AT.type, 'latin1')
  header.write('ustar\x0000', AT.magic, 'latin1')
  header.write(`${sumOf(header).toString(8).padStart(6, '0')}\0 `, AT.sum, 'latin1')
  return header
}

/** Adds the bytes of a header up, with spaces in place of the sum itself. */
function sumOf(header: Buffer): number {
  let sum = 8 * 0x20
  for (const [at, byte] of header.entries()) if (at < AT.sum || at >= AT.sum + 8) sum += byte
  return sum
}

/** Reads the plain files of a tar, one after the other. */
export class TarReader {
  readonly #source: AsyncIterator<Uint8Array>
  #chunk: Uint8Array = new Uint8Array()
  #padding = 0

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /**
   * Returns the next file, whose content has to be read before the one after it; null at the end.
   *
   * @throws ArchiveError for anything but a plain file, and at a cut or damage
   */
  async next(): Promise<TarEntry | null> {
    await this.#read(this.#padding)
    this.#padding = 0
    let long: { path?: string; size?: number } = {}
    for (;;) {
      const header = await this.#read(BLOCK)
      if (header.every((byte) => byte === 0)) return this.#end()
      const { name, bytes, type } = parseHeader(header)
      if (type === '0' || type === '\0') {
        const size = long.size ?? bytes
        this.#padding = padding(size).length
        return { name: long.path ?? name, bytes: size }
      }
      if (type !== 'x' && type !== 'L')
        throw new ArchiveError(`The archive is refused: ${JSON.stringify(long.path ?? name)} is no plain file.`)
      if (bytes > LONG_HEADER_MAX) throw new ArchiveError('The archive is refused: a header has too many bytes.')
      const text = (await this.#read(bytes)).toString()
      await this.#read(padding(bytes).length)
      long = { ...long, ...(type === 'x' ? parsePax(text) : { path: text.replace(/\0.*$/s, '') }) }
    }
  }

  /** Reads the content of the file that `next` returned. */
  async *content(bytes: number): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0; ) {
      const part = await this.#some(left)
      left -= part.length
      yield part
    }
  }

  /** Ends the source, also before its end. */
  async close(): Promise<void> {
    await this.#source.return?.()
  }

  /** Reads what is after the last file, which is only padding. */
  async #end(): Promise<null> {
    for (;;) {
      if (this.#chunk.some((byte) => byte !== 0)) throw new ArchiveError('The archive is damaged behind its last file.')
      const { done, value } = await this.#source.next()
      if (done) return null
      this.#chunk = value
    }
  }

  /** Returns exactly this number of bytes, a few blocks at most. */
  async #read(bytes: number): Promise<Buffer> {
    const parts: Uint8Array[] = []
    for (let left = bytes; left > 0; ) {
      const part = await this.#some(left)
      parts.push(part)
      left -= part.length
    }
    return Buffer.concat(parts)
  }

  /** Returns at least one byte, and at most this number. */
  async #some(most: number): Promise<Uint8Array> {
    while (this.#chunk.length === 0) {
      const { done, value } = await this.#source.next()
      if (done) throw new ArchiveError('The archive is empty or cut off.')
      this.#chunk = value
    }
    const part = this.#chunk.subarray(0, most)
    this.#chunk = this.#chunk.subarray(part.length)
    return part
  }
}

function parseHeader(header: Buffer): { name: string; bytes: number; type: string } {
  const text = (at: number, length: number) => header.toString('utf8', at, at + length).replace(/\0.*$/s, '')
  if (sumOf(header) !== Number.parseInt(text(AT.sum, 8).trim(), 8))
    throw new ArchiveError('The archive is damaged: a header has a wrong sum.')
  const prefix = header.toString('latin1', AT.magic, AT.magic + 6) === 'ustar\0' ? text(AT.prefix, 155) : ''
  const name = text(AT.name, NAME_MAX)
  const bytes = sizeOf(header, text(AT.size, 12))
  return {
    name: prefix === '' ? name : `${prefix}/${name}`,
    bytes,
    type: header.toString('latin1', AT.type, AT.type + 1),
  }
}

/** GNU tar writes sizes beyond eleven octal digits as a binary number. */
function sizeOf(header: Buffer, octal: string): number {
  const isBinary = (header[AT.size] ?? 0) === 0x80
  const bytes = isBinary ? Number(header.readBigUInt64BE(AT.size + 4)) : Number.parseInt(octal.trim(), 8)
  if (Number.isSafeInteger(bytes) && bytes >= 0) return bytes
  throw new ArchiveError('The archive is damaged: a header has no size.')
}

/** Parses records of pax: `length key=value`. */
function parsePax(text: string): { path?: string; size?: number } {
  const found: { path?: string; size?: number } = {}
  for (const [, key, value = ''] of text.matchAll(/\d+ ([^=]+)=([^\n]*)\n/g)) {
    if (key === 'path') found.path = value
    if (key === 'size') found.size = Number(value)
  }
  if (found.size === undefined || (Number.isSafeInteger(found.size) && found.size >= 0)) return found
  throw new ArchiveError('The archive is damaged: a header has no size.')
}
