import type { Faults, FieldPath } from '@guildhall/protocol'
import type { Static, TSchema } from 'typebox'
import { FORMATS } from './checks/formats.ts'
import { jsonCheck } from './checks/json-value.ts'
import { listCheck } from './checks/list.ts'
import { objectCheck } from './checks/object.ts'
import { booleanCheck, choiceCheck, nullCheck, numberCheck, textCheck } from './checks/scalars.ts'
import { assertSupported, type SchemaNode } from './checks/schema-node.ts'
import { unionCheck } from './checks/union.ts'
import { BAD, type Check, Walk } from './checks/walk.ts'

/** Compiled at the first use of a schema: hundreds of them would slow down the start of the process. */
const plans = new WeakMap<object, Check>()

/**
 * Checks `input` by a schema and returns a decoded copy: ids as bigint, times as ms, unknown fields dropped, texts of
 * query strings converted. Each fault is noted with the public API's field code below `path`; the return value is
 * then a symbol in place of the static type, and must not be used. Never throws, whatever the input: the schema
 * bounds the depth of the walk, and opaque JSON is bounded. [ERR-8]
 */
export function validate<S extends TSchema>(
  schema: S,
  input: unknown,
  faults: Faults,
  path: FieldPath = [],
): Static<S> {
  const walk = new Walk(faults, path)
  if (input === undefined) return walk.required(0) as unknown as Static<S>
  return planOf(schema as SchemaNode)(input, walk, 0) as Static<S>
}

function planOf(node: SchemaNode): Check {
  let plan = plans.get(node)
  if (!plan) {
    plan = planFor(node)
    plans.set(node, plan)
  }
  return plan
}

function planFor(node: SchemaNode): Check {
  assertSupported(node)
  if (node.anyOf) return anyOf(node.anyOf)
  if (node.allOf) return allOf(node.allOf)
  if (node.enum) return choiceCheck(node.enum)
  if (node.const !== undefined) return choiceCheck([node.const])
  switch (node.type) {
    case 'object':
      return objectCheck(node, planOf)
    case 'array':
      return arrayOf(node)
    case 'string':
      return FORMATS[node.format ?? ''] ?? textCheck(node)
    case 'integer':
      return numberCheck(node, 'int')
    case 'number':
      return numberCheck(node, 'float')
    case 'boolean':
      return booleanCheck
    case 'null':
      return nullCheck
    default:
      return jsonCheck
  }
}

function arrayOf(node: SchemaNode): Check {
  const item = node.items ?? {}
  return listCheck(node, { node: item, check: planOf(item), nullable: takesNull(item) })
}

function takesNull(node: SchemaNode): boolean {
  if (node.anyOf) return node.anyOf.some(takesNull)
  if (node.enum) return node.enum.includes(null)
  return node.type === 'null' || (node.type === undefined && node.const === undefined && !node.allOf)
}

function anyOf(nodes: readonly SchemaNode[]): Check {
  const nullable = nodes.some((node) => node.type === 'null')
  const branches = nodes.filter((node) => node.type !== 'null')
  const check = branchesOf(branches)
  return nullable ? (value, walk, depth) => (value === null ? null : check(value, walk, depth)) : check
}

function branchesOf(nodes: readonly SchemaNode[]): Check {
  const [only] = nodes
  if (only && nodes.length === 1) return planOf(only)
  const fixed = nodes.map((node) => node.enum ?? (node.const === undefined ? null : [node.const]))
  if (fixed.every((values) => values !== null)) return choiceCheck(fixed.flat())
  return unionCheck(nodes.map((node) => ({ node, check: planOf(node) })))
}

/** Objects that together make one. */
function allOf(nodes: readonly SchemaNode[]): Check {
  const checks = nodes.map(planOf)
  return (value, walk, depth) => {
    const output = {}
    let bad = false
    for (const check of checks) {
      const decoded = check(value, walk, depth)
      if (decoded === BAD) bad = true
      else Object.assign(output, decoded)
    }
    return bad ? BAD : output
  }
}
