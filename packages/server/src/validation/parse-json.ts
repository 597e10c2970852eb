import { isAscii, isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'

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
/** Plain strings of this length, mostly images, are not given to `JSON.parse`, which takes 1 ms for each MB of them. */
const LONG_STRING_BYTES = 64 * 1024
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
  const found = isShort ? null : scan(bytes, nodesMax)
  try {
    if (found) return parseWithout(bytes, found)
    const text = textOf(bytes)
    if (!isShort || !LONG_INTEGER.test(text)) return JSON.parse(text)
    const integers = scan(bytes, nodesMax)
    return integers ? parseWithout(bytes, integers) : JSON.parse(text)
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

/** A part of the bytes that `JSON.parse` gets in another form. */
interface Part {
  readonly start: number
  readonly end: number
  /** The content of a string, without its quotes; null for an integer, which becomes a string. */
  readonly content: string | null
}

/**
 * Returns the integers that a number would round and the long plain strings, in turn; null for none. Passes once over
 * the bytes of a text. The text need not be well formed: `JSON.parse` judges that.
 */
function scan(bytes: Buffer, nodesMax: number): Part[] | null {
  const { length } = bytes
  // End of the scan. Bytes that are skipped natively move it on.
  let end = Math.min(length, SCANNED_BYTES_MAX)
  let [quote, backslash] = [-1, -1]
  const found: Part[] = []
  let depth = 0
  let nodes = 1
  let at = 0
  while (at < end) {
    const kind = KINDS[bytes[at] as number]
    at += 1
    if (kind === 0) continue
    if (kind === STRING) {
      const start = at
      let isEscaped = false
      let plainUntil = at + PLAIN_RUN_BYTES
      while (at < end) {
        const byte = bytes[at]
        at += 1
        if (byte === QUOTE) break
        if (byte === BACKSLASH) {
          isEscaped = true
          at += 1
          plainUntil = at + PLAIN_RUN_BYTES
        } else if (at >= plainUntil) {
          // Positions are kept until they are passed, so that each byte is searched once for each of them.
          if (quote < at) quote = indexOrEnd(bytes, QUOTE, at)
          if (backslash < at) backslash = indexOrEnd(bytes, BACKSLASH, at)
          const next = Math.min(quote, backslash)
          // Text beyond ASCII costs several times more to decode than base64, so it counts.
          if (isAscii(bytes.subarray(at, next))) {
            end = Math.min(length, end + next - at)
            const isWhole = !isEscaped && next === quote && next < length
            const content = isWhole ? longContent(bytes, start, next) : null
            if (content !== null) found.push({ start, end: next, content })
          }
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
      if (at - start >= UNSAFE_DIGITS && isRounded(bytes, start, at))
        found.push({ start: bytes[start - 1] === MINUS ? start - 1 : start, end: at, content: null })
    }
  }
  if (nodes > nodesMax) throw new JsonError(`The text has more than ${nodesMax} values.`)
  if (at < length) throw new JsonError('The text is too large.')
  return found.length > 0 ? found : null
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
  return !isKey(bytes, end)
}

/** Whether what ends at `end` is the name of a member. */
function isKey(bytes: Buffer, end: number): boolean {
  let next = end
  while (next < bytes.length && (bytes[next] as number) <= SPACE) next += 1
  return bytes[next] === COLON
}

/** Returns the content of a long ASCII string that is a value; null for any other, and for a faulty one. */
function longContent(bytes: Buffer, start: number, end: number): string | null {
  if (end - start < LONG_STRING_BYTES || isKey(bytes, end + 1)) return null
  if (!isAscii(bytes.subarray(start, end)) || hasControls(bytes, start, end)) return null
  return bytes.toString('latin1', start, end)
}

/** Whether ASCII text has a control character, which strings of JSON may not hold. Reads four bytes at a time. */
function hasControls(bytes: Buffer, start: number, end: number): boolean {
  const offset = bytes.byteOffset
  const first = Math.min(end, start + ((4 - ((offset + start) % 4)) % 4))
  const count = (end - first) >> 2
  for (let at = start; at < first; at += 1) if ((bytes[at] as number) < SPACE) return true
  const words = new Int32Array(bytes.buffer, offset + first, count)
  for (let at = 0; at < count; at += 1) {
    const word = words[at] as number
    // The highest bit of a byte is set where subtracting a space borrows.
    if (((word - 0x20202020) & ~word & 0x80808080) !== 0) return true
  }
  for (let at = first + count * 4; at < end; at += 1) if ((bytes[at] as number) < SPACE) return true
  return false
}

/** Parses a text with its integers as strings, and with a placeholder in the place of each long string. */
function parseWithout(bytes: Buffer, parts: readonly Part[]): unknown {
  const nonce = randomBytes(16).toString('hex')
  const contents = new Map<string, string>()
  const pieces: Buffer[] = []
  let from = 0
  for (const part of parts) {
    const placeholder = `${nonce}.${contents.size}`
    if (part.content !== null) contents.set(placeholder, part.content)
    const replacement = part.content === null ? `"${bytes.toString('latin1', part.start, part.end)}"` : placeholder
    pieces.push(bytes.subarray(from, part.start), Buffer.from(replacement, 'latin1'))
    from = part.end
  }
  pieces.push(bytes.subarray(from))
  const value: unknown = JSON.parse(textOf(Buffer.concat(pieces)))
  return contents.size === 0 ? value : filled(value, contents)
}

/** Puts the long strings in the place of their placeholders. The scan has bounded the depth. */
function filled(value: unknown, contents: ReadonlyMap<string, string>): unknown {
  if (typeof value === 'string') return contents.get(value) ?? value
  if (typeof value !== 'object' || value === null) return value
  const members = value as Record<string, unknown>
  for (const name of Object.keys(members)) {
    const member = members[name]
    if (typeof member === 'string' || typeof member === 'object') members[name] = filled(member, contents)
  }
  return value
}
