import type { Faults, FieldPath } from '@guildhall/protocol'
import { instant, parseSnowflake } from '@guildhall/protocol'
import type { Static, TSchema } from 'typebox'

/** What a check answers when it has added a fault. */
const BAD = Symbol('bad')
type Check = (value: unknown, faults: Faults, path: Path) => unknown
/** A path that costs nothing until a fault needs it. */
interface Path {
  readonly parent: Path | null
  readonly key: string | number
}
interface Node {
  readonly type?: string
  readonly format?: string
  readonly properties?: Record<string, TSchema>
  readonly required?: readonly string[]
  readonly additionalProperties?: TSchema | boolean
  /** How a record with any keys is spelled. */
  readonly patternProperties?: Record<string, TSchema>
  readonly items?: TSchema
  readonly anyOf?: readonly TSchema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly minItems?: number
  readonly maxItems?: number
}

const plans = new WeakMap<TSchema, Check>()
const JSON_DEPTH_MAX = 64
const JSON_NODES_MAX = 100_000

/**
 * Checks `input` by a schema and answers it decoded: ids as bigint, times as ms, unknown fields dropped, numbers and
 * booleans of query strings converted. Each fault is added with the public API's field code; what is answered then must
 * not be used. Never throws, whatever the input. [ERR-8]
 */
export function validate<S extends TSchema>(
  schema: S,
  input: unknown,
  faults: Faults,
  path: FieldPath = [],
): Static<S> {
  let start: Path = ROOT
  for (const key of path) start = { parent: start, key }
  return planOf(schema)(input, faults, start) as Static<S>
}

const ROOT: Path = { parent: null, key: '' }

function pathOf(path: Path): FieldPath {
  const keys: (string | number)[] = []
  for (let node: Path = path; node.parent; node = node.parent) keys.push(node.key)
  return keys.reverse()
}

function fault(faults: Faults, path: Path, code: string, message: string): typeof BAD {
  faults.add(pathOf(path), code, message)
  return BAD
}

function planOf(schema: TSchema): Check {
  let plan = plans.get(schema)
  if (!plan) {
    plan = build(schema as Node)
    plans.set(schema, plan)
  }
  return plan
}

function build(node: Node): Check {
  if (node.anyOf) return anyOf(node.anyOf)
  if (node.format === 'json') return json
  if (node.const !== undefined || node.enum) return choice(node.enum ?? [node.const])
  switch (node.type) {
    case 'object':
      return object(node)
    case 'array':
      return array(node)
    case 'string':
      return string(node)
    case 'integer':
      return number(node, true)
    case 'number':
      return number(node, false)
    case 'boolean':
      return boolean
    case 'null':
      return (value, faults, path) =>
        value === null ? null : fault(faults, path, 'BASE_TYPE_CHOICES', 'Must be null.')
    default:
      return json
  }
}

const required = (faults: Faults, path: Path) => fault(faults, path, 'BASE_TYPE_REQUIRED', 'This field is required')

function object(node: Node): Check {
  const needed = new Set(node.required ?? [])
  const fields = Object.entries(node.properties ?? {}).map(([key, schema]) => ({
    key,
    needed: needed.has(key),
    schema,
  }))
  const [anyKey = null] = Object.values(node.patternProperties ?? {})
  const rest = typeof node.additionalProperties === 'object' ? node.additionalProperties : anyKey
  return (value, faults, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return fault(faults, path, 'DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType')
    }
    const input = value as Record<string, unknown>
    const output: Record<string, unknown> = {}
    let bad = false
    for (const field of fields) {
      const at = { parent: path, key: field.key }
      const entry = Object.hasOwn(input, field.key) ? input[field.key] : undefined
      if (entry === undefined) {
        if (field.needed) bad = required(faults, at) === BAD
        continue
      }
      const decoded = planOf(field.schema)(entry, faults, at)
      if (decoded === BAD) bad = true
      else output[field.key] = decoded
    }
    if (rest) {
      for (const key of Object.keys(input)) {
        if (Object.hasOwn(output, key) || key === '__proto__') continue
        const decoded = planOf(rest)(input[key], faults, { parent: path, key })
        if (decoded === BAD) bad = true
        else output[key] = decoded
      }
    }
    return bad ? BAD : output
  }
}

function array(node: Node): Check {
  const { items, minItems = 0, maxItems = 10_000 } = node
  return (value, faults, path) => {
    if (value === null) return required(faults, path)
    // A query string with one value gives the value itself.
    const list = Array.isArray(value) ? value : typeof value === 'string' ? [value] : null
    if (!list) return fault(faults, path, 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType')
    if (list.length < minItems || list.length > maxItems) return badLength(faults, path, minItems, node.maxItems)
    if (!items) return list
    const output: unknown[] = []
    let bad = false
    for (let index = 0; index < list.length; index += 1) {
      const decoded = planOf(items)(list[index], faults, { parent: path, key: index })
      if (decoded === BAD) bad = true
      else output.push(decoded)
    }
    return bad ? BAD : output
  }
}

function badLength(faults: Faults, path: Path, min: number, max: number | undefined): typeof BAD {
  if (max === undefined) return fault(faults, path, 'BASE_TYPE_MIN_LENGTH', `Must be ${min} or more in length.`)
  if (min === 0) return fault(faults, path, 'BASE_TYPE_MAX_LENGTH', `Must be ${max} or fewer in length.`)
  return fault(faults, path, 'BASE_TYPE_BAD_LENGTH', `Must be between ${min} and ${max} in length.`)
}

function codePoints(text: string): number {
  let count = text.length
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit >= 0xd800 && unit <= 0xdbff) count -= 1
  }
  return count
}

function string(node: Node): Check {
  const decode = FORMATS[node.format ?? '']
  if (decode) return decode
  const pattern = node.pattern === undefined ? null : new RegExp(node.pattern, 'u')
  const { minLength = 0, maxLength } = node
  return (value, faults, path) => {
    if (value === null) return required(faults, path)
    if (typeof value !== 'string') {
      return fault(faults, path, 'STRING_TYPE_CONVERT', `Could not interpret "${brief(value)}" as string.`)
    }
    if (value.includes('\0') || !value.isWellFormed()) {
      return fault(faults, path, 'STRING_TYPE_CONVERT', 'Could not interpret the value as string.')
    }
    const length =
      value.length <= minLength || (maxLength !== undefined && value.length > maxLength) || minLength > 0
        ? codePoints(value)
        : value.length
    if (length < minLength || (maxLength !== undefined && length > maxLength)) {
      if (length === 0 && minLength > 0) return required(faults, path)
      return badLength(faults, path, minLength, maxLength)
    }
    if (pattern && !pattern.test(value)) {
      return fault(faults, path, 'STRING_TYPE_REGEX', 'String value did not match validation regex.')
    }
    return value
  }
}

function brief(value: unknown): string {
  return String(JSON.stringify(value) ?? value).slice(0, 100)
}

function number(node: Node, integer: boolean): Check {
  const { minimum, maximum } = node
  const kind = integer ? 'int' : 'float'
  return (value, faults, path) => {
    if (value === null) return required(faults, path)
    const read = typeof value === 'string' && /^-?\d{1,17}(\.\d{1,17})?$/.test(value) ? Number(value) : value
    if (typeof read !== 'number' || !Number.isFinite(read) || (integer && !Number.isSafeInteger(read))) {
      return fault(faults, path, 'NUMBER_TYPE_COERCE', `Value "${brief(value)}" is not ${kind}.`)
    }
    if (minimum !== undefined && read < minimum) {
      return fault(faults, path, 'NUMBER_TYPE_MIN', `${kind} value should be greater than or equal to ${minimum}.`)
    }
    if (maximum !== undefined && read > maximum) {
      return fault(faults, path, 'NUMBER_TYPE_MAX', `${kind} value should be less than or equal to ${maximum}.`)
    }
    return read
  }
}

const boolean: Check = (value, faults, path) => {
  if (typeof value === 'boolean') return value
  if (value === null) return required(faults, path)
  if (value === 'true' || value === 'True' || value === '1') return true
  if (value === 'false' || value === 'False' || value === '0') return false
  return fault(faults, path, 'BOOLEAN_TYPE_CHOICES', 'Must be either true or false.')
}

function choice(choices: readonly unknown[]): Check {
  const numeric = choices.every((entry) => typeof entry === 'number')
  const listed = choices.map((entry) => String(entry)).join(', ')
  return (value, faults, path) => {
    const read = numeric && typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value
    if (choices.includes(read)) return read
    if (value === null) return required(faults, path)
    return fault(faults, path, 'BASE_TYPE_CHOICES', `Value must be one of {${listed}}.`)
  }
}

function anyOf(schemas: readonly TSchema[]): Check {
  const nullable = schemas.some((schema) => (schema as Node).type === 'null')
  const rest = schemas.filter((schema) => (schema as Node).type !== 'null')
  const consts = rest.map((schema) => (schema as Node).const)
  if (rest.length > 0 && consts.every((entry) => entry !== undefined)) {
    const check = choice(consts)
    return (value, faults, path) => (nullable && value === null ? null : check(value, faults, path))
  }
  const [only] = rest
  if (rest.length === 1 && only) {
    return (value, faults, path) => (nullable && value === null ? null : planOf(only)(value, faults, path))
  }
  return (value, faults, path) => {
    if (nullable && value === null) return null
    for (const schema of rest) {
      const decoded = planOf(schema)(value, QUIET, path)
      if (decoded !== BAD) return decoded
    }
    return fault(faults, path, 'UNION_TYPE_CHOICES', 'Value of field "_type" must be one of the documented choices.')
  }
}

/** Swallows the faults of the branches of a union that do not fit. */
const QUIET = { add: () => undefined, any: false } as unknown as Faults

const json: Check = (value, faults, path) => {
  let nodes = 0
  const fits = (entry: unknown, depth: number): boolean => {
    nodes += 1
    if (depth > JSON_DEPTH_MAX || nodes > JSON_NODES_MAX) return false
    if (typeof entry !== 'object' || entry === null) return true
    return Object.values(entry).every((child) => fits(child, depth + 1))
  }
  return fits(value, 0) ? value : fault(faults, path, 'DICT_TYPE_CONVERT', 'Too deeply nested or too large.')
}

const snowflake: Check = (value, faults, path) => {
  if (value === null) return required(faults, path)
  const id =
    typeof value === 'string'
      ? parseSnowflake(value)
      : Number.isSafeInteger(value) && (value as number) >= 0
        ? BigInt(value as number)
        : null
  return id ?? fault(faults, path, 'NUMBER_TYPE_COERCE', `Value "${brief(value)}" is not snowflake.`)
}

const permissions: Check = (value, faults, path) => {
  if (value === null) return required(faults, path)
  const bits =
    typeof value === 'string'
      ? parseSnowflake(value)
      : Number.isSafeInteger(value) && (value as number) >= 0
        ? BigInt(value as number)
        : null
  return bits ?? fault(faults, path, 'NUMBER_TYPE_COERCE', `Value "${brief(value)}" is not int.`)
}

const dateTime: Check = (value, faults, path) => {
  if (value === null) return required(faults, path)
  try {
    if (typeof value === 'string' && value.length < 50) return instant(value.replace(' ', 'T'))
  } catch {
    // Falls through to the fault: the text is no date.
  }
  return fault(faults, path, 'DATETIME_TYPE_PARSE', `Could not parse ${brief(value)}. Should be ISO8601.`)
}

const MAGIC: Record<string, (bytes: Buffer) => boolean> = {
  png: (bytes) => bytes.readUInt32BE(0) === 0x89504e47,
  jpeg: (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8,
  jpg: (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8,
  gif: (bytes) => bytes.toString('latin1', 0, 4) === 'GIF8',
  webp: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  avif: (bytes) => bytes.toString('latin1', 4, 8) === 'ftyp',
}

const imageData: Check = (value, faults, path) => {
  if (value === null) return required(faults, path)
  const match = typeof value === 'string' ? /^data:image\/(png|jpe?g|gif|webp|avif);base64,/.exec(value) : null
  if (match) {
    const start = Buffer.from((value as string).slice(match[0].length, match[0].length + 64), 'base64')
    if (start.length >= 12 && MAGIC[match[1] ?? '']?.(start)) return value
  }
  return fault(faults, path, 'IMAGE_INVALID', 'Invalid image data')
}

const FORMATS: Record<string, Check> = { snowflake, permissions, 'date-time': dateTime, 'image-data': imageData }
