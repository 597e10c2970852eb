import { unknownKey } from '../validation/unknown-keys.ts'
import { type FaultList, pathTo } from './faults.ts'

/** A JSON Schema, as far as the kinds of `schema-kinds.ts` use it. */
export interface ShapeNode {
  readonly type?: string
  readonly anyOf?: readonly ShapeNode[]
  readonly enum?: readonly unknown[]
  readonly items?: ShapeNode
  readonly properties?: Readonly<Record<string, ShapeNode>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | ShapeNode
  readonly propertyNames?: ShapeNode
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly maxProperties?: number
  readonly errorMessage?: string
}

const INT64_MAX = 2n ** 63n - 1n

/**
 * Checks a value against its schema and returns its valid part, or undefined. A faulty entry of a record stays as
 * `{}`, so that references to it are not reported as well. Every fault is added with its path.
 */
export function checkShape(node: ShapeNode, value: unknown, path: string, faults: FaultList): unknown {
  if (node.anyOf) return checkShape(branchFor(node.anyOf, value), value, path, faults)
  if (node.enum) return node.enum.includes(value) ? value : refuse(node, value, path, faults)
  if (node.type === 'array') return checkList(node, value, path, faults)
  if (node.type === 'object' && !isRecord(value)) return refuse(node, value, path, faults)
  if (node.properties && isRecord(value)) return checkObject(node, node.properties, value, path, faults)
  if (node.type === 'object' && isRecord(value)) return checkRecord(node, value, path, faults)
  if (node.format === 'int64' && typeof value === 'number') {
    faults.add(path, `${expectation(node)}, as a string: put it in quotes`)
    return undefined
  }
  return fits(node, value) ? value : refuse(node, value, path, faults)
}

/** Chooses the branch for null and for lists; any other value is checked against the last branch that is not null. */
function branchFor(branches: readonly ShapeNode[], value: unknown): ShapeNode {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : undefined
  const other = branches.findLast(({ type }) => type !== 'null') ?? {}
  return branches.find(({ type }) => type === kind && kind !== undefined) ?? other
}

function fits(node: ShapeNode, value: unknown): boolean {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = node
  if (node.type === 'null') return value === null
  if (node.type === 'boolean') return typeof value === 'boolean'
  if (node.type === 'integer') return Number.isInteger(value) && Number(value) >= minimum && Number(value) <= maximum
  return typeof value === 'string' && fitsText(node, value)
}

function fitsText({ minLength = 0, maxLength = 0, pattern, format }: ShapeNode, value: string): boolean {
  // Characters are code points, as people count them; the first test avoids counting texts that are far too long.
  const length = value.length > 2 * maxLength ? value.length : [...value].length
  if (length < minLength || length > maxLength) return false
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(value)) return false
  if (format === 'uri') return URL.canParse(value)
  return format !== 'int64' || BigInt(value) <= INT64_MAX
}

/** Checks a list, and omits faulty items. */
function checkList({ items = {}, maxItems, ...node }: ShapeNode, value: unknown, path: string, faults: FaultList) {
  if (!Array.isArray(value)) return refuse(node, value, path, faults)
  if (value.length > (maxItems ?? value.length)) tooMany(value.length, maxItems, path, faults)
  return value
    .map((entry: unknown, index) => checkShape(items, entry, pathTo(path, index), faults))
    .filter((entry) => entry !== undefined)
}

function checkRecord(node: ShapeNode, value: Record<string, unknown>, path: string, faults: FaultList) {
  const { maxProperties, propertyNames = {}, additionalProperties } = node
  const entry = typeof additionalProperties === 'object' ? additionalProperties : {}
  const keys = Object.keys(value)
  if (keys.length > (maxProperties ?? keys.length)) tooMany(keys.length, maxProperties, path, faults)
  const entries: [string, unknown][] = []
  const { pattern: _, ...lengths } = propertyNames
  for (const key of keys) {
    const at = pathTo(path, key)
    if (key === '__proto__' || !fitsText(lengths, key)) {
      faults.add(at, 'a key has 1 to 100 characters and is not __proto__')
    } else if (!fitsText(propertyNames, key)) {
      faults.add(at, `a key must match ${propertyNames.pattern}`)
    } else entries.push([key, checkShape(entry, value[key] ?? {}, at, faults) ?? {}])
  }
  return Object.fromEntries(entries)
}

function checkObject(
  { required = [] }: ShapeNode,
  properties: Readonly<Record<string, ShapeNode>>,
  value: Record<string, unknown>,
  path: string,
  faults: FaultList,
) {
  const result: Record<string, unknown> = {}
  for (const [key, entry] of Object.entries(value)) {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined
    if (!property) {
      faults.add(pathTo(path, key), unknownKey(key, Object.keys(properties)))
      continue
    }
    const checked = checkShape(property, entry, pathTo(path, key), faults)
    if (checked !== undefined) result[key] = checked
  }
  for (const key of required) if (!Object.hasOwn(value, key)) faults.add(pathTo(path, key), 'is missing')
  return required.every((key) => Object.hasOwn(result, key)) ? result : undefined
}

function tooMany(count: number, max: number | undefined, path: string, faults: FaultList): void {
  faults.add(path, `has ${count} entries; at most ${max} are allowed`)
}

function refuse(node: ShapeNode, value: unknown, path: string, faults: FaultList): undefined {
  faults.add(path, `${expectation(node)}, not ${describe(value)}`)
}

function expectation({ errorMessage, ...node }: ShapeNode): string {
  if (errorMessage !== undefined) return errorMessage
  if (node.enum) return `must be one of ${node.enum.join(', ')}`
  if (node.type === 'array') return 'must be a list'
  if (node.type === 'object') return 'must be an object'
  if (node.type === 'boolean') return 'must be true or false'
  if (node.type === 'integer') return `must be a whole number from ${node.minimum} to ${node.maximum}`
  return `must be a text of ${node.minLength} to ${node.maxLength} characters`
}

function describe(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  const text = typeof value === 'string' ? JSON.stringify(value) : String(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
