import type { SchemaNode } from './schema-node.ts'
import { BAD, badLength, type Check, isCleanText, type Walk } from './walk.ts'

/** Entries of a dictionary whose schema sets no bound. */
const ENTRIES_MAX = 10_000

interface Field {
  readonly key: string
  readonly needed: boolean
  readonly check: Check
  /** Objects inherit a property of this name, so only an own one counts. */
  readonly inherited: boolean
}

/** A JSON object from outside, whose keys the schema has not decided yet. */
type JsonObject = Record<string, unknown>

/** Checks named fields, and entries of a dictionary beside or instead of them. Unknown fields are dropped. */
export function objectCheck(node: SchemaNode, planOf: (node: SchemaNode) => Check): Check {
  const needed = new Set(node.required)
  const fields: Field[] = Object.entries(node.properties ?? {}).map(([key, schema]) => ({
    key,
    needed: needed.has(key),
    check: planOf(schema),
    inherited: key in Object.prototype,
  }))
  const entries = entriesCheck(node, planOf)
  return (value, walk, depth) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      if (value === null && !walk.isRoot(depth)) return walk.required(depth)
      return walk.fault(depth, 'DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType')
    }
    const output: JsonObject = {}
    let bad = readFields(fields, value as JsonObject, output, walk, depth)
    if (entries && !entries(value as JsonObject, output, walk, depth)) bad = true
    return bad ? BAD : output
  }
}

function readFields(
  fields: readonly Field[],
  input: JsonObject,
  output: JsonObject,
  walk: Walk,
  depth: number,
): boolean {
  let bad = false
  for (const { key, needed, check, inherited } of fields) {
    const entry = inherited && !Object.hasOwn(input, key) ? undefined : input[key]
    if (entry === undefined) {
      if (!needed) continue
      walk.keys[depth] = key
      walk.required(depth + 1)
      bad = true
      continue
    }
    walk.keys[depth] = key
    const decoded = check(entry, walk, depth + 1)
    if (decoded === BAD) bad = true
    else if (inherited && key === '__proto__') keepPrototypeKey(output, decoded)
    else output[key] = decoded
  }
  return bad
}

type Entries = (input: JsonObject, output: JsonObject, walk: Walk, depth: number) => boolean

function entriesCheck(node: SchemaNode, planOf: (node: SchemaNode) => Check): Entries | null {
  const patterns = Object.entries(node.patternProperties ?? {}).map(([pattern, schema]) => ({
    // TypeBox writes "any key" like this, and a dot would not match line breaks.
    matches: pattern === '^.*$' ? () => true : (key: string) => new RegExp(pattern, 'u').test(key),
    check: planOf(schema),
  }))
  if (typeof node.additionalProperties === 'object') {
    patterns.push({ matches: () => true, check: planOf(node.additionalProperties) })
  }
  if (patterns.length === 0) return null
  const { minProperties = 0, maxProperties = ENTRIES_MAX } = node
  return (input, output, walk, depth) => {
    const keys = Object.keys(input)
    if (keys.length < minProperties || keys.length > maxProperties) {
      badLength(walk, depth, minProperties, maxProperties)
      return false
    }
    let fine = true
    for (const key of keys) {
      // An object or list in an own `__proto__` would become the prototype once assigned.
      if (key === '__proto__' && typeof input[key] !== 'string') continue
      if (node.properties && Object.hasOwn(node.properties, key)) continue
      const check = patterns.find(({ matches }) => matches(key))?.check
      if (!check || !isCleanText(key)) continue
      walk.keys[depth] = key
      const decoded = check(input[key], walk, depth + 1)
      if (decoded === BAD) fine = false
      else if (key === '__proto__') keepPrototypeKey(output, decoded)
      else output[key] = decoded
    }
    return fine
  }
}

/** Keeps an own `__proto__` as plain data, like any other key. Assigned, it would become the prototype. */
function keepPrototypeKey(output: JsonObject, value: unknown): void {
  Object.defineProperty(output, '__proto__', { value, enumerable: true, writable: true, configurable: true })
}
