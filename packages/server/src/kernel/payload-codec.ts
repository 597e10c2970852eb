/**
 * Text of the payloads of events, between nodes and in the event log. It is JSON in which a string that begins with
 * `~` marks a value that JSON does not have, so that ids cost one character each:
 *
 *     "~5"              the bigint 5n             "~u"                undefined
 *     "~-0"             the number -0             "~NaN"              also "~Infinity" and "~-Infinity"
 *     ["~s", a, b]      a Set                     ["~m", k, v, k, v]  a Map
 *     "~~x"             the string "~x"           {"~__proto__": a}   a field with that name
 *
 * All else is as it was, fields with the value `undefined` included. Nodes of the previous version read it, so a mark
 * never changes its meaning.
 */

/** Text or value that the codec rejects. */
export class EventCodecError extends Error {
  override readonly name = 'EventCodecError'
}

/** Nesting of a value. Payloads have less than 20 levels. */
const DEPTH_MAX = 100
/** Length of a text that is read. */
const TEXT_MAX = 64 * 1024 * 1024

const MARK = '~'
const MARK_CODE = MARK.charCodeAt(0)
const UNDEFINED = '~u'
const SET = '~s'
const MAP = '~m'
const PROTO = '__proto__'

/**
 * Returns the text of a value.
 *
 * @throws EventCodecError for a function, a symbol, an instance of a class, and a value that contains itself
 */
export function packPayload(value: unknown): string {
  const text = written(value, DEPTH_MAX)
  // A text made of many parts is joined when it is read first; this is cheaper than by the reader of another library.
  text.charCodeAt(text.length - 1)
  return text
}

/**
 * Returns the value of a text made by `packPayload`.
 *
 * @throws EventCodecError for any other text
 */
export function unpackPayload(text: string): unknown {
  if (text.length > TEXT_MAX) throw new EventCodecError(`a payload of ${text.length} characters is too long`)
  return revived(parsed(text), DEPTH_MAX)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new EventCodecError('a payload is not JSON', { cause })
  }
}

/** `JSON.stringify` with a replacer takes more than twice as long, and so does a copy for it without bigints. */
function written(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return quoted(value.charCodeAt(0) === MARK_CODE ? MARK + value : value)
    case 'bigint':
      return `"~${value}"`
    case 'number':
      return writtenNumber(value)
    case 'boolean':
      return value ? 'true' : 'false'
    case 'undefined':
      return '"~u"'
    case 'object':
      return value === null ? 'null' : writtenObject(value, depth - 1)
    default:
      throw new EventCodecError(`a payload contains a ${typeof value}`)
  }
}

function writtenNumber(value: number): string {
  if (value === 0) return Object.is(value, -0) ? '"~-0"' : '0'
  return Number.isFinite(value) ? `${value}` : `"~${value}"`
}

function writtenObject(value: object, depth: number): string {
  if (depth === 0) throw new EventCodecError('a payload is nested too deeply')
  if (Array.isArray(value)) return `[${writtenItems(value, depth)}]`
  if (Object.getPrototypeOf(value) === Object.prototype) return writtenFields(value, depth)
  if (value instanceof Set) return `["~s"${value.size > 0 ? ',' : ''}${writtenItems([...value], depth)}]`
  if (value instanceof Map) return `["~m"${value.size > 0 ? ',' : ''}${writtenItems([...value].flat(), depth)}]`
  throw new EventCodecError(`a payload contains an instance of ${value.constructor?.name ?? 'no class'}`)
}

function writtenItems(items: readonly unknown[], depth: number): string {
  let text = ''
  for (let index = 0; index < items.length; index += 1) {
    text += index === 0 ? written(items[index], depth) : `,${written(items[index], depth)}`
  }
  return text
}

function writtenFields(value: object, depth: number): string {
  let text = ''
  // No array of entries: this is the loop that all payloads spend their time in.
  for (const key in value) {
    const field = written((value as Record<string, unknown>)[key], depth)
    text += text === '' ? `{${keyText(key)}${field}` : `,${keyText(key)}${field}`
  }
  return text === '' ? '{}' : `${text}}`
}

/** Texts of keys, which are those of our types. Without it, packing takes twice as long. */
const keyTexts = new Map<string, string>()
/** Bounds for keys that users choose. Those beyond it are written anew each time. */
const KEY_TEXTS_MAX = 4_000
const KEY_LENGTH_MAX = 64

function keyText(key: string): string {
  const known = keyTexts.get(key)
  if (known !== undefined) return known
  // The first of them sets a prototype in code that copies fields; the others look like an escaped key.
  const text = `${quoted(key === PROTO || key.charCodeAt(0) === MARK_CODE ? MARK + key : key)}:`
  if (key.length <= KEY_LENGTH_MAX && keyTexts.size < KEY_TEXTS_MAX) keyTexts.set(key, text)
  return text
}

/** Characters that stand in JSON as they are. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\ud7ff\ue000-\uffff]*$/
/** Up to this length the check takes less time than `JSON.stringify`. */
const SHORT = 64

function quoted(text: string): string {
  return text.length <= SHORT && PLAIN.test(text) ? `"${text}"` : JSON.stringify(text)
}

/** Returns the value of what `JSON.parse` returned, in the same objects. */
function revived(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return value.charCodeAt(0) === MARK_CODE ? markedValue(value) : value
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) throw new EventCodecError('a payload is nested too deeply')
  return Array.isArray(value) ? revivedItems(value, depth) : revivedFields(value as Record<string, unknown>, depth)
}

function revivedFields(value: Record<string, unknown>, depth: number): object {
  let hasEscape = false
  for (const key in value) {
    if (key === PROTO) throw new EventCodecError(`a payload has a field ${PROTO}`)
    if (key.charCodeAt(0) === MARK_CODE) hasEscape = true
    const field = value[key]
    // Numbers, null and most strings need no call.
    if (typeof field === 'string') {
      if (field.charCodeAt(0) === MARK_CODE) value[key] = markedValue(field)
    } else if (typeof field === 'object' && field !== null) {
      const now = revived(field, depth - 1)
      if (now !== field) value[key] = now
    }
  }
  return hasEscape ? unescapedFields(value) : value
}

function unescapedFields(value: Record<string, unknown>): object {
  const fields: object = {}
  for (const [key, field] of Object.entries(value)) {
    const name = key.charCodeAt(0) === MARK_CODE ? key.slice(1) : key
    if (name !== key && name !== PROTO && name.charCodeAt(0) !== MARK_CODE) throw unknownMark(key)
    // An assignment to `__proto__` would set the prototype.
    Object.defineProperty(fields, name, { value: field, writable: true, enumerable: true, configurable: true })
  }
  return fields
}

function revivedItems(items: unknown[], depth: number): unknown {
  const [first] = items
  if (first === SET || first === MAP)
    return collection(
      first,
      items.slice(1).map((item) => revived(item, depth - 1)),
    )
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index]
    const now = revived(item, depth - 1)
    if (now !== item) items[index] = now
  }
  return items
}

function collection(mark: typeof SET | typeof MAP, items: readonly unknown[]): object {
  if (mark === SET) return new Set(items)
  if (items.length % 2 !== 0) throw new EventCodecError('a payload has a Map with a key without a value')
  const map = new Map<unknown, unknown>()
  for (let index = 0; index < items.length; index += 2) map.set(items[index], items[index + 1])
  return map
}

/** A bigint in the form that it is written in. `BigInt` would also read spaces and other bases. */
const BIGINT = /^~(?:0|-?[1-9]\d{0,38})$/

function markedValue(text: string): unknown {
  if (text.charCodeAt(1) === MARK_CODE) return text.slice(1)
  if (BIGINT.test(text)) return BigInt(text.slice(1))
  switch (text) {
    case UNDEFINED:
      return undefined
    case '~-0':
    case '~NaN':
    case '~Infinity':
    case '~-Infinity':
      return Number(text.slice(1))
    default:
      throw unknownMark(text)
  }
}

function unknownMark(text: string): EventCodecError {
  return new EventCodecError(`a payload contains the unknown mark ${JSON.stringify(text.slice(0, 32))}`)
}
