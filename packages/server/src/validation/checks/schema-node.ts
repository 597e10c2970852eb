/** The parts of JSON Schema that describe requests, as TypeBox writes them. */
export interface SchemaNode {
  readonly type?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly required?: readonly string[]
  readonly additionalProperties?: SchemaNode | boolean
  /** A record as TypeBox writes it: one schema for all keys of a pattern. */
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly items?: SchemaNode
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly anyOf?: readonly SchemaNode[]
  readonly allOf?: readonly SchemaNode[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  /** Marks a text whose surrounding white space is removed before any check. */
  readonly trim?: boolean
  /** Marks a name, whose white space and hidden characters are removed before any check. */
  readonly isName?: boolean
  /** Marks a text in place of which no integer is accepted. */
  readonly uncast?: boolean
  readonly minimum?: number
  readonly maximum?: number
}

/** JSON Schema keywords that the checks do not support, and would otherwise ignore silently. */
const UNSUPPORTED = [
  '$ref',
  'not',
  'if',
  'oneOf',
  'prefixItems',
  'contains',
  'propertyNames',
  'dependentRequired',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
]

/** @throws Error for a schema that cannot be checked: a programming error, found when the operation is first called */
export function assertSupported(node: SchemaNode): void {
  const keyword = UNSUPPORTED.find((name) => name in node) ?? (Array.isArray(node.items) ? 'tuple items' : undefined)
  if (keyword !== undefined) throw new Error(`request schemas cannot use ${keyword}`)
}
