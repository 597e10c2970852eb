import { isAscii, isUtf8 } from 'node:buffer'

/** Nesting that any outside JSON may have. Documented bodies need fewer than 20 levels. */
export const JSON_DEPTH_MAX = 100
/** Values of one text. Objects with different keys cost most, and this many of them parse in about 10 ms. */
export const JSON_NODES_MAX = 32_768
/**
 * Bytes of one text that are read one by one: structure, numbers, white space, escapes. Long plain strings, such as
 * images as data URIs, are skipped natively and do not count.
 */
const SCANNED_BYTES_MAX = 1024 * 1024
/** A text this short cannot exceed the time budget of the event loop, so only its integers are examined. */
const SHORT_BYTES = 4_096
/** A string that is plain so far is searched natively from here on. Shorter strings end sooner in the loop. */
const PLAIN_RUN_BYTES = 32
/** Integers with fewer digits are exact as numbers. */
const UNSAFE_DIGITS = 16
/** Digits that may be an integer of that length. Ids in strings follow a quote and do not match. */
const LONG_INTEGER = /(?:^|[,:[\s-])\d{16}/

const QUOTE = 0x22
const MINUS = 0x2d
const ZERO = 0x30
const NINE = 0x39
const COLON = 0x3a
const BACKSLASH = 0x5c
const SPACE = 0x20

/** Why a text from outside was not read as JSON. */
export class JsonError extends Error {}

export interface JsonLimits {
  readonly nodesMax?: number
}

/**
 * Parses JSON from outside. Integers beyond 2^53 become their digits as a string, because client libraries send ids as
 * integers and a number would round them. A text with too many values, or nested too deeply, is refused before
 * `JSON.parse`, which would otherwise hold the event loop.
 *
 * @throws JsonError for a text that is not JSON, is not UTF-8, or exceeds a limit
 */
export function parseJson(input: Buffer | string, { nodesMax = JSON_NODES_MAX }: JsonLimits = {}): unknown {
  const bytes = typeof input === 'string' ? Buffer.from(input) : input
  const isShort = bytes.length <= SHORT_BYTES
  // The limits come first for a long text: decoding it costs time as well.
  const rounded = isShort ? null : roundedIntegers(bytes, nodesMax)
  try {
    const text = rounded === null ? textOf(bytes) : textOf(quoted(bytes, rounded))
    if (!isShort || !LONG_INTEGER.test(text)) return JSON.parse(text)
    return JSON.parse(textOf(quoted(bytes, roundedIntegers(bytes, nodesMax) ?? [])))
  } catch (cause) {
    throw cause instanceof JsonError ? cause : new JsonError('The text is not JSON.', { cause })
  }
}

/** Decodes natively where the bytes allow it, since `TextDecoder` costs more than parsing a short text. */
function textOf(bytes: Buffer): string {
  if (isAscii(bytes)) return bytes.toString('latin1')
  if (!isUtf8(bytes)) throw new JsonError('The text is not UTF-8.')
  const hasByteOrderMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return bytes.toString('utf8', hasByteOrderMark ? 3 : 0)
}

/** Kinds of bytes: all others go on to the next byte. */
const [OPENING, CLOSING, SEPARATOR, STRING, DIGIT] = [1, 2, 3, 4, 5]
const KINDS = new Uint8Array(256)
for (const [kind, characters] of [
  [OPENING, '[{'],
  [CLOSING, ']}'],
  [SEPARATOR, ','],
  [STRING, '"'],
  [DIGIT, '0123456789'],
] as const)
  for (const character of characters) KINDS[character.charCodeAt(0)] = kind

/**
 * Returns the start and end of every integer that a number would round, in turn; null for none. One pass over the bytes
 * of a text, which need not be well formed: `JSON.parse` judges that.
 */
function roundedIntegers(bytes: Buffer, nodesMax: number): number[] | null {
  const { length } = bytes
  // End of the scan. Bytes that are skipped natively move it on.
  let end = Math.min(length, SCANNED_BYTES_MAX)
  let quote = -1
  let backslash = -1
  let found: number[] | null = null
  let depth = 0
  let nodes = 1
  let at = 0
  while (at < end) {
    const kind = KINDS[bytes[at] as number]
    at += 1
    if (kind === 0) continue
    if (kind === STRING) {
      let plainUntil = at + PLAIN_RUN_BYTES
      while (at < end) {
        const byte = bytes[at]
        at += 1
        if (byte === QUOTE) break
        if (byte === BACKSLASH) {
          at += 1
          plainUntil = at + PLAIN_RUN_BYTES
        } else if (at >= plainUntil) {
          // Positions are kept until they are passed, so that each byte is searched once for each of them.
          if (quote < at) quote = indexOrEnd(bytes, QUOTE, at)
          if (backslash < at) backslash = indexOrEnd(bytes, BACKSLASH, at)
          const next = Math.min(quote, backslash)
          // Text beyond ASCII costs several times more to decode than base64, so it counts.
          if (isAscii(bytes.subarray(at, next))) end = Math.min(length, end + next - at)
          at = next
          plainUntil = at + PLAIN_RUN_BYTES
        }
      }
    } else if (kind === SEPARATOR) {
      nodes += 1
    } else if (kind === OPENING) {
      nodes += 1
      depth += 1
      if (depth > JSON_DEPTH_MAX) throw new JsonError(`The text is nested deeper than ${JSON_DEPTH_MAX} levels.`)
    } else if (kind === CLOSING) {
      depth -= 1
    } else {
      const start = at - 1
      while (at < end && continuesNumber(bytes[at] as number)) at += 1
      if (at - start >= UNSAFE_DIGITS && isRounded(bytes, start, at)) {
        found ??= []
        found.push(bytes[start - 1] === MINUS ? start - 1 : start, at)
      }
    }
  }
  if (nodes > nodesMax) throw new JsonError(`The text has more than ${nodesMax} values.`)
  if (at < length) throw new JsonError('The text is too large.')
  return found
}

function indexOrEnd(bytes: Buffer, byte: number, from: number): number {
  const index = bytes.indexOf(byte, from)
  return index === -1 ? bytes.length : index
}

/** Whether a byte belongs to the number before it: a digit, a sign, a point or an exponent. */
function continuesNumber(byte: number): boolean {
  if (byte <= NINE) return byte >= ZERO || byte === 0x2e || byte === 0x2b || byte === MINUS
  return (byte | 0x20) === 0x65
}

/** Whether a number token is an integer that a number cannot hold, and stands where a value may. */
function isRounded(bytes: Buffer, start: number, end: number): boolean {
  const token = bytes.toString('latin1', start, end)
  if (!/^[1-9]\d*$/.test(token) || Number.isSafeInteger(Number(token))) return false
  let next = end
  while (next < bytes.length && (bytes[next] as number) <= SPACE) next += 1
  return bytes[next] !== COLON
}

/** Returns a copy of the bytes in which each range is in quotes. */
function quoted(bytes: Buffer, ranges: readonly number[]): Buffer {
  const copy = Buffer.allocUnsafe(bytes.length + ranges.length)
  let from = 0
  let to = 0
  for (const edge of ranges) {
    to += bytes.copy(copy, to, from, edge)
    copy[to] = QUOTE
    to += 1
    from = edge
  }
  bytes.copy(copy, to, from)
  return copy
}
