import type { Bytes } from './mls/codec.ts'

// A frame: interleaved clear and encrypted ranges | tag (8) | nonce | clear ranges | size of all these (1) | FA FA.

const TAG_BYTES = 8
const TAG_BITS = 8 * TAG_BYTES
const MARKER = 0xfa
const MARKER_BYTES = 2
/** Size of the supplement, and the marker. */
const END_BYTES = 1 + MARKER_BYTES
const SUPPLEMENT_MIN = TAG_BYTES + 1 + END_BYTES
const SUPPLEMENT_MAX = 255
const NONCE_BYTES = 12
const NONCE_LIMIT = 2 ** 32
const SILENCE = [0xf8, 0xff, 0xfe] as const

const { subtle } = globalThis.crypto

/** Part of a frame that stays clear. */
export interface Range {
  readonly offset: number
  readonly size: number
}

/** Frame as it is encrypted, with the ranges that stay clear. */
export interface Prepared {
  readonly frame: Bytes
  readonly ranges: readonly Range[]
  /** Whether the encrypted frame must not contain a start code. */
  readonly hasStartCodes?: boolean
}

/** Encrypted frame, read but not opened. */
export interface SealedFrame {
  readonly nonce: number
  readonly ranges: readonly Range[]
  /** Interleaved frame, with the tag behind it. */
  readonly body: Bytes
}

/** Whether a frame is the silence of Opus, which is never encrypted. */
export function isSilence(frame: Uint8Array): boolean {
  return frame.length === SILENCE.length && SILENCE.every((byte, at) => frame[at] === byte)
}

/** Reads an encrypted frame (DAVE, Protocol Frame Check); undefined for a plain one. */
export function parseFrame(frame: Bytes): SealedFrame | undefined {
  const { length } = frame
  if (length < SUPPLEMENT_MIN || frame[length - 1] !== MARKER || frame[length - 2] !== MARKER) return undefined
  const size = frame[length - END_BYTES] ?? 0
  if (size < SUPPLEMENT_MIN || size > length) return undefined
  const end = length - END_BYTES
  const media = length - size
  const cursor = { at: media + TAG_BYTES }
  const nonce = readLeb128(frame, cursor, end)
  if (nonce === undefined || nonce >= NONCE_LIMIT) return undefined
  const ranges: Range[] = []
  let clear = 0
  while (cursor.at < end) {
    const [offset, bytes] = [readLeb128(frame, cursor, end), readLeb128(frame, cursor, end)]
    if (offset === undefined || bytes === undefined || offset < clear || offset + bytes > media) return undefined
    clear = offset + bytes
    ranges.push({ offset, size: bytes })
  }
  return { nonce, ranges, body: frame.subarray(0, media + TAG_BYTES) }
}

/** Opens a frame. @throws for one that is not of this key and nonce */
export async function openFrame(key: CryptoKey, { nonce, ranges, body }: SealedFrame): Promise<Bytes> {
  const head = headOf(ranges)
  if (head >= 0) {
    // The usual frames are encrypted from some byte on to their end: nothing but the result is copied.
    const opened = await subtle.decrypt(algorithm(nonce, body.subarray(0, head)), key, body.subarray(head))
    if (head === 0) return new Uint8Array(opened)
    const frame = new Uint8Array(head + opened.byteLength)
    frame.set(body.subarray(0, head))
    frame.set(new Uint8Array(opened), head)
    return frame
  }
  const media = body.subarray(0, body.length - TAG_BYTES)
  const { clear, hidden } = split(media, ranges, body.subarray(media.length))
  return merge(media, ranges, new Uint8Array(await subtle.decrypt(algorithm(nonce, clear), key, hidden)))
}

/** Encrypts a frame except for ascending, distinct ranges of it. Undefined if the ranges are too many for a frame. */
export async function sealFrame(
  key: CryptoKey,
  nonce: number,
  frame: Bytes,
  ranges: readonly Range[] = [],
): Promise<Bytes | undefined> {
  const size = TAG_BYTES + sizeOfLeb128(nonce) + ranges.reduce((sum, range) => sum + sizeOfRange(range), 0) + END_BYTES
  if (size > SUPPLEMENT_MAX) return undefined
  const sealed = new Uint8Array(frame.length + size)
  const head = headOf(ranges)
  if (head >= 0) {
    sealed.set(frame.subarray(0, head))
    const hidden = await subtle.encrypt(algorithm(nonce, frame.subarray(0, head)), key, frame.subarray(head))
    sealed.set(new Uint8Array(hidden), head)
  } else {
    const { clear, hidden } = split(frame, ranges)
    const encrypted = new Uint8Array(await subtle.encrypt(algorithm(nonce, clear), key, hidden))
    sealed.set(merge(frame, ranges, encrypted))
    sealed.set(encrypted.subarray(encrypted.length - TAG_BYTES), frame.length)
  }
  let at = writeLeb128(sealed, frame.length + TAG_BYTES, nonce)
  for (const range of ranges) at = writeLeb128(sealed, writeLeb128(sealed, at, range.offset), range.size)
  sealed.set([size, MARKER, MARKER], at)
  return sealed
}

/** Returns the length of the clear start of a frame that is encrypted after it; −1 for any other frame. */
function headOf(ranges: readonly Range[]): number {
  if (ranges.length === 0) return 0
  const [first] = ranges
  return ranges.length === 1 && first?.offset === 0 ? first.size : -1
}

function algorithm(nonce: number, clear: Bytes): AesGcmParams {
  const iv = new Uint8Array(NONCE_BYTES)
  new DataView(iv.buffer).setUint32(NONCE_BYTES - 4, nonce, true)
  const common = { name: 'AES-GCM', iv, tagLength: TAG_BITS }
  return clear.length > 0 ? { ...common, additionalData: clear } : common
}

/** Returns the clear ranges of a frame joined, and the others joined in front of the tag. */
function split(frame: Bytes, ranges: readonly Range[], tag?: Bytes): { clear: Bytes; hidden: Bytes } {
  const total = ranges.reduce((sum, { size }) => sum + size, 0)
  const clear = new Uint8Array(total)
  const hidden = new Uint8Array(frame.length - total + (tag?.length ?? 0))
  let [at, clearAt, hiddenAt] = [0, 0, 0]
  for (const { offset, size } of [...ranges, { offset: frame.length, size: 0 }]) {
    hidden.set(frame.subarray(at, offset), hiddenAt)
    hiddenAt += offset - at
    clear.set(frame.subarray(offset, offset + size), clearAt)
    clearAt += size
    at = offset + size
  }
  if (tag) hidden.set(tag, hiddenAt)
  return { clear, hidden }
}

/** Returns a frame whose other than clear ranges are replaced. */
function merge(frame: Bytes, ranges: readonly Range[], hidden: Uint8Array): Bytes {
  const merged = new Uint8Array(frame)
  let [at, from] = [0, 0]
  for (const { offset, size } of [...ranges, { offset: frame.length, size: 0 }]) {
    merged.set(hidden.subarray(from, from + offset - at), at)
    from += offset - at
    at = offset + size
  }
  return merged
}

function readLeb128(bytes: Uint8Array, cursor: { at: number }, end: number): number | undefined {
  let [value, scale] = [0, 1]
  while (cursor.at < end && scale < NONCE_LIMIT * 128) {
    const byte = bytes[cursor.at] ?? 0
    cursor.at += 1
    value += (byte & 0x7f) * scale
    if (byte < 0x80) return value
    scale *= 128
  }
  return undefined
}

function writeLeb128(into: Uint8Array, from: number, value: number): number {
  let [at, rest] = [from, value]
  while (rest >= 0x80) {
    into[at] = (rest % 0x80) | 0x80
    rest = Math.floor(rest / 0x80)
    at += 1
  }
  into[at] = rest
  return at + 1
}

function sizeOfLeb128(value: number): number {
  let [size, rest] = [1, value]
  while (rest >= 0x80) {
    rest = Math.floor(rest / 0x80)
    size += 1
  }
  return size
}

function sizeOfRange({ offset, size }: Range): number {
  return sizeOfLeb128(offset) + sizeOfLeb128(size)
}
