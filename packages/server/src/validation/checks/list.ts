import type { SchemaNode } from './schema-node.ts'
import { BAD, badLength, type Check } from './walk.ts'

/** Items of a list whose schema sets no bound. */
const ITEMS_MAX = 10_000

export interface ListItem {
  readonly node: SchemaNode
  readonly check: Check
  readonly nullable: boolean
}

/** Checks a list. A text is accepted if its items can be written as text: `a=1&a=2`, `a=1,2`, `a=1`. */
export function listCheck(node: SchemaNode, item: ListItem): Check {
  const { minItems = 0, maxItems = ITEMS_MAX, uniqueItems = false } = node
  const { type = '', format } = item.node
  const splits = type === 'integer' || format === 'snowflake'
  const fromText = splits || type === 'string' || type === 'number' || item.node.enum !== undefined
  return (value, walk, depth) => {
    if (value === null) return walk.required(depth)
    const list = Array.isArray(value) ? value : typeof value === 'string' && fromText ? listOf(value, splits) : null
    if (!list) return walk.fault(depth, 'LIST_TYPE_CONVERT', 'Only iterables may be used in a ListType')
    if (list.length < minItems || list.length > maxItems) return badLength(walk, depth, minItems, maxItems)
    const output: unknown[] = []
    const seen = uniqueItems ? new Set<unknown>() : null
    let bad = false
    for (let index = 0; index < list.length; index += 1) {
      const entry: unknown = list[index]
      walk.keys[depth] = index
      if (entry === null && !item.nullable) {
        walk.fault(
          depth + 1,
          'LIST_ITEM_VALUE_REQUIRED',
          `List item values of ${NAMES[type] ?? 'BaseType'} are required`,
        )
        bad = true
        continue
      }
      const decoded = item.check(entry, walk, depth + 1)
      if (decoded === BAD) bad = true
      else if (seen?.has(decoded)) {
        walk.fault(depth + 1, 'SET_TYPE_ALREADY_CONTAINS_VALUE', 'The set already contains this value')
        bad = true
      } else {
        seen?.add(decoded)
        output.push(decoded)
      }
    }
    return bad ? BAD : output
  }
}

const NAMES: Readonly<Record<string, string>> = {
  object: 'ModelType',
  array: 'ListType',
  string: 'StringType',
  integer: 'IntType',
  number: 'FloatType',
  boolean: 'BooleanType',
}

function listOf(text: string, splits: boolean): string[] {
  if (!splits) return [text]
  return text === '' ? [] : text.split(',', ITEMS_MAX + 1).map((part) => part.trim())
}
