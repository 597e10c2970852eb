/** Writes TypeScript types of an API from its OpenAPI document. */

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: Schema | boolean
  readonly patternProperties?: Readonly<Record<string, Schema>>
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}

interface Described {
  readonly parameters?: readonly {
    readonly name: string
    readonly in: string
    readonly required?: boolean
    readonly schema: Schema
  }[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

/** The parts of an OpenAPI document that types need. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

const HEADER = `/**
 * Requests of the control API with their parameters and responses. \`npm run control-types\` writes this file from
 * \`GET /control/openapi.json\`.
 */
`

/** Returns the text of a module with one entry for each operation, by method and path. */
export function controlApiTypes({ paths, components }: Document): string {
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const route = JSON.stringify(`${method.toUpperCase()} ${path}`)
      return `${route}: { request: ${operationParameters(operation)}; response: ${responseOf(operation)} }`
    }),
  )
  const used = new Set<string>()
  const collect = (text: string) => {
    for (const [, name = ''] of text.matchAll(/\b([A-Z]\w+)\b/g)) {
      const schema = components.schemas[name]
      if (schema === undefined || used.has(name)) continue
      used.add(name)
      collect(typeOf(schema))
    }
  }
  const body = entries.sort().join('\n')
  collect(body)
  const named = [...used].sort().map((name) => `export type ${name} = ${typeOf(components.schemas[name] ?? {})}\n`)
  return `${HEADER}export interface ControlApi {\n${body}\n}\n\n${named.join('\n')}`
}

/** Returns the type of all parameters of an operation as one object: those of the path, the query and the body. */
function operationParameters({ parameters = [], requestBody }: Described): string {
  const fields = parameters.map(
    ({ name, required, schema }) => `${JSON.stringify(name)}${required ? '' : '?'}: ${typeOf(schema)}`,
  )
  const body = requestBody && typeOf(schemaOf(requestBody))
  const own = fields.length > 0 ? `{ ${fields.join('; ')} }` : undefined
  return [own, body].filter((part) => part !== undefined).join(' & ') || 'Record<never, never>'
}

function responseOf({ responses }: Described): string {
  const [, response] = Object.entries(responses).find(([status]) => /^2\d\d$/.test(status)) ?? []
  return response?.content ? typeOf(schemaOf(response)) : 'null'
}

function schemaOf({ content = {} }: Content): Schema {
  return Object.values(content)[0]?.schema ?? {}
}

/** Returns the TypeScript type of a JSON Schema. */
export function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return schema.$ref.split('/').at(-1) ?? 'unknown'
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const union = schema.anyOf ?? schema.oneOf
  if (union) return `(${union.map(typeOf).join(' | ')})`
  if (Array.isArray(schema.type))
    return `(${schema.type.map((type: string) => typeOf({ ...schema, type })).join(' | ')})`
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `(${typeOf(schema.items ?? {})})[]`
    case 'object':
      return objectType(schema)
    default:
      return 'unknown'
  }
}

function objectType({ properties = {}, required = [], additionalProperties, patternProperties = {} }: Schema): string {
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${JSON.stringify(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  const rest = Object.values(patternProperties)[0] ?? additionalProperties
  if (fields.length === 0 && rest !== false)
    return `Record<string, ${typeof rest === 'object' ? typeOf(rest) : 'unknown'}>`
  return `{ ${fields.join('; ')} }`
}
