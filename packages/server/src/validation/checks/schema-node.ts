/** The parts of JSON Schema that requests are described with, as TypeBox writes them. */
export interface SchemaNode {
  readonly type?: string
  readonly format?: string
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly required?: readonly string[]
  readonly additionalProperties?: SchemaNode | boolean
  /** How a record is spelled: one schema for all keys of a pattern. */
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
  /** Texts lose the white space around them before anything is checked. */
  readonly trim?: boolean
  readonly minimum?: number
  readonly maximum?: number
}

/** What would be ignored silently if a schema used it. */
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

/** @throws Error for a schema that cannot be checked: a mistake of ours, found when the operation is first called. */
export function assertSupported(node: SchemaNode): void {
  const keyword = UNSUPPORTED.find((name) => name in node) ?? (Array.isArray(node.items) ? 'tuple items' : undefined)
  if (keyword !== undefined) throw new Error(`request schemas cannot use ${keyword}`)
}
