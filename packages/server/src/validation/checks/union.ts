import { tuple } from './scalars.ts'
import type { SchemaNode } from './schema-node.ts'
import { BAD, type Check } from './walk.ts'

export interface Branch {
  readonly node: SchemaNode
  readonly check: Check
}

/** Checks a value against several schemas, null apart. If one branch is clearly meant, its faults are reported. */
export function unionCheck(branches: readonly Branch[]): Check {
  const byField = discriminated(branches)
  if (byField) return byField
  return (value, walk, depth) => {
    const meant = branches.filter(({ node }) => takes(node, value))
    const [only] = meant
    if (only && meant.length === 1) return only.check(value, walk, depth)
    walk.quiet += 1
    for (const { check } of branches) {
      const decoded = check(value, walk, depth)
      if (decoded === BAD) continue
      walk.quiet -= 1
      return decoded
    }
    walk.quiet -= 1
    return walk.fault(depth, 'UNION_TYPE_CHOICES', 'Value fits none of the documented types.')
  }
}

function takes(node: SchemaNode, value: unknown): boolean {
  const type = typeof value
  switch (node.type) {
    case 'string':
      return type === 'string' || (type === 'number' && node.format !== undefined)
    case 'integer':
    case 'number':
      return type === 'number'
    case 'array':
      return Array.isArray(value)
    case 'object':
      return type === 'object' && !Array.isArray(value)
    case 'boolean':
      return type === 'boolean'
    default:
      return node.enum?.includes(value) ?? (node.const === undefined || node.const === value)
  }
}

/** Checks objects that a field with fixed values distinguishes, such as components by `type`. */
function discriminated(branches: readonly Branch[]): Check | null {
  const [first] = branches
  for (const field of Object.keys(first?.node.properties ?? {})) {
    const byValue = new Map<unknown, Check>()
    const distinct = branches.every(({ node, check }) => {
      const values = node.required?.includes(field) ? fixedValues(node.properties?.[field]) : []
      const fresh = values.length > 0 && !values.some((value) => byValue.has(value))
      for (const value of values) byValue.set(value, check)
      return fresh
    })
    if (distinct) return byDiscriminator(field, byValue)
  }
  return null
}

function fixedValues(node: SchemaNode | undefined): readonly unknown[] {
  if (!node) return []
  if (node.const !== undefined) return [node.const]
  if (node.enum) return node.enum
  const nested = node.anyOf?.map(fixedValues) ?? []
  return nested.every((values) => values.length > 0) ? nested.flat() : []
}

function byDiscriminator(field: string, byValue: ReadonlyMap<unknown, Check>): Check {
  const message = `Value of field "${field}" must be one of ${tuple([...byValue.keys()])}.`
  return (value, walk, depth) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      if (value === null && !walk.isRoot(depth)) return walk.required(depth)
      return walk.fault(depth, 'DICT_TYPE_CONVERT', 'Only dictionaries may be used in a DictType')
    }
    const chosen = Object.hasOwn(value, field) ? (value as Record<string, unknown>)[field] : undefined
    if (chosen === undefined || chosen === null) {
      walk.keys[depth] = field
      return walk.required(depth + 1)
    }
    const check = byValue.get(chosen)
    return check ? check(value, walk, depth) : walk.fault(depth, 'UNION_TYPE_CHOICES', message)
  }
}
