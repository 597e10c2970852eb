import { instant } from '@guildhall/protocol'
import { tooHigh, tooLow } from './scalars.ts'
import { type Check, shown } from './walk.ts'

const INT64_MAX = 2n ** 63n - 1n
const INTEGER = /^-?\d{1,40}$/

/**
 * Decodes 64-bit integers from digits or from a number. `parseJson` makes digits of every integer that a number would
 * round.
 */
function int64(kind: 'snowflake' | 'int'): Check {
  return (value, walk, depth) => {
    if (value === null) return walk.required(depth)
    const readable = typeof value === 'string' ? INTEGER.test(value) : Number.isSafeInteger(value)
    if (!readable) return walk.fault(depth, 'NUMBER_TYPE_COERCE', `Value "${shown(value)}" is not ${kind}.`)
    const read = BigInt(value as string | number)
    if (read < 0n) return tooLow(walk, depth, kind, 0n)
    return read <= INT64_MAX ? read : tooHigh(walk, depth, kind, INT64_MAX)
  }
}

const OFFSET_WITHOUT_COLON = /(T.*[+-]\d\d)(\d\d)$/
const TIME_TEXT_MAX = 40

const dateTime: Check = (value, walk, depth) => {
  if (value === null) return walk.required(depth)
  try {
    if (typeof value === 'string' && value.length <= TIME_TEXT_MAX) {
      return instant(value.replace(' ', 'T').replace(OFFSET_WITHOUT_COLON, '$1:$2'))
    }
  } catch {
    // Falls through to the fault: the text is not a date.
  }
  return walk.fault(depth, 'DATE_TIME_TYPE_PARSE', `Could not parse ${shown(value)}. Should be ISO8601.`)
}

const DATA_URI = /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,/

/** Signatures of the formats, at the start of the bytes. */
function isImage(bytes: Buffer): boolean {
  if (bytes.length < 12) return false
  const ascii = bytes.toString('latin1', 0, 12)
  if (ascii.startsWith('\x89PNG\r\n\x1a\n') || ascii.startsWith('\xff\xd8\xff')) return true
  if (ascii.startsWith('GIF87a') || ascii.startsWith('GIF89a')) return true
  if (ascii.startsWith('RIFF')) return ascii.endsWith('WEBP')
  return ascii.endsWith('ftypavif') || ascii.endsWith('ftypavis')
}

/**
 * Checks an image in a data URI. The declared type may differ from the real one: discord.js labels every image as
 * image/jpg. The bytes must be an image of a supported format.
 */
const imageData: Check = (value, walk, depth) => {
  if (value === null) return walk.required(depth)
  const prefix = typeof value === 'string' ? DATA_URI.exec(value)?.[0] : undefined
  if (prefix && isImage(Buffer.from((value as string).slice(prefix.length, prefix.length + 16), 'base64'))) {
    // Decoding skips characters that are not base64, so bytes are then missing. A pattern over megabytes could
    // overflow its stack.
    const base64 = (value as string).slice(prefix.length)
    if (Buffer.from(base64, 'base64').length === Buffer.byteLength(base64, 'base64')) return value
  }
  return walk.fault(depth, 'IMAGE_INVALID', 'Invalid image data')
}

/** Checks of string formats that decode to another type. */
export const FORMATS: Readonly<Record<string, Check>> = {
  snowflake: int64('snowflake'),
  permissions: int64('int'),
  'date-time': dateTime,
  'image-data': imageData,
}
