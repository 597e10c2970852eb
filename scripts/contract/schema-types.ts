/** TypeScript types of JSON Schemas, as an OpenAPI document of the platform contains them. */

export interface Schema {
  readonly $ref?: string
  readonly title?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly patternProperties?: Readonly<Record<string, Schema>>
}

/** Returns the name of the component that a reference points to. */
function componentOf(reference: string): string {
  return reference.split('/').at(-1) ?? 'unknown'
}

/** Returns a key of an object type: quoted where it is no identifier. */
export function keyText(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
}

/** Texts of types that depend on where a schema is used. */
export interface TypeTexts {
  /** Returns the name of the type of a component. */
  nameOf(component: string): string
  /** Returns the type of a list with items of a type. */
  listOf(item: string): string
}

const PLAIN: TypeTexts = { nameOf: (component) => component, listOf: (item) => `(${item})[]` }

/** Returns the TypeScript type of a JSON Schema. */
export function typeOf(schema: Schema, texts: TypeTexts = PLAIN): string {
  const nested = (inner: Schema) => typeOf(inner, texts)
  if (schema.$ref !== undefined) return texts.nameOf(componentOf(schema.$ref))
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const union = schema.anyOf ?? schema.oneOf
  if (union) return `(${[...new Set(union.map(nested))].join(' | ')})`
  if (schema.allOf) return `(${schema.allOf.map(nested).join(' & ')})`
  if (Array.isArray(schema.type))
    return `(${schema.type.map((type: string) => nested({ ...schema, type })).join(' | ')})`
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return texts.listOf(nested(schema.items ?? {}))
    case 'object':
      return objectType(schema, nested)
    default:
      return 'unknown'
  }
}

function objectType(
  { properties = {}, required = [], additionalProperties, patternProperties = {} }: Schema,
  nested: (schema: Schema) => string,
): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${keyText(name)}${required.includes(name) ? '' : '?'}: ${nested(schema)}`,
  )
  const rest = Object.values(patternProperties)[0] ?? additionalProperties
  if (fields.length === 0 && rest !== false)
    return `Record<string, ${typeof rest === 'object' ? nested(rest) : 'unknown'}>`
  return `{ ${fields.join('; ')} }`
}
